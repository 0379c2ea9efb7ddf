import { AsyncLocalStorage } from "node:async_hooks";

/** The facts of one request or one job. Every log line contains them. */
export interface Context {
  /** The id of the request. A job has the id of the request that caused it. */
  readonly requestId?: string;
  readonly job?: string;
  readonly jobId?: string;
  readonly attempt?: number;
  /** The trace of jobs that are sent in this context. */
  readonly traceparent?: string;
  /** Facts that become known later, such as the route or the poll. */
  readonly [fact: string]: string | number | boolean | undefined;
}

const storage = new AsyncLocalStorage<Context>();

/** Runs `work` in a context. Its log lines, and the jobs that it sends, have this context. */
export const withContext = <Result>(context: Context, work: () => Result): Result =>
  storage.run(context, work);

/** The context of the running request or job. Undefined outside of one. */
export const currentContext = (): Context | undefined => storage.getStore();
