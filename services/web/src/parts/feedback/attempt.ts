import { type Signal, useSignal } from "@preact/signals";

/** The message for an error. Words of field problems are loaded first. */
export type TextOf = (error: unknown) => string | Promise<string>;

/** The state of work that may fail. */
export interface Attempts {
  readonly busy: Signal<boolean>;
  /** The message about the last failure. */
  readonly problem: Signal<string | undefined>;
  /** Runs the work; an error becomes the problem. */
  readonly attempt: (work: () => Promise<unknown>) => Promise<void>;
}

export function useAttempts(textOf: TextOf, busyAtFirst = false): Attempts {
  const busy = useSignal(busyAtFirst);
  const problem = useSignal<string | undefined>(undefined);
  async function attempt(work: () => Promise<unknown>): Promise<void> {
    busy.value = true;
    problem.value = undefined;
    try {
      await work();
    } catch (error) {
      problem.value = await textOf(error);
    } finally {
      busy.value = false;
    }
  }
  return { busy, problem, attempt };
}
