import { AsyncLocalStorage } from "node:async_hooks";

/** The facts of one request or one job; every log line has them. */
export interface Context {
  /** Of the request; a job has that of the request that caused it. */
  readonly requestId?: string;
  readonly job?: string;
  readonly jobId?: string;
  readonly attempt?: number;
  /** The trace that jobs sent from here belong to. */
  readonly traceparent?: string;
  /** Facts that become known later, such as the route or the poll. */
  readonly [fact: string]: string | number | boolean | undefined;
}

const storage = new AsyncLocalStorage<Record<string, string | number | boolean | undefined>>();

/** Runs `work` so that its log lines, and the jobs it sends, have the context. */
export const withContext = <Result>(context: Context, work: () => Result): Result =>
  storage.run({ ...context }, work);

/** The context of the running request or job; undefined outside of one. */
export const currentContext = (): Context | undefined => storage.getStore();

/** Adds facts to the running context; outside of one it does nothing. */
export function extendContext(facts: Context): void {
  const context = storage.getStore();
  if (context !== undefined) Object.assign(context, facts);
}
