import { type Signal, useSignal } from "@preact/signals";

/** The state of work that may fail. */
export interface Attempts {
  readonly busy: Signal<boolean>;
  /** The message about the last failure. */
  readonly problem: Signal<string | undefined>;
  /** Runs the work; an error becomes the problem. */
  readonly attempt: (work: () => Promise<unknown>) => Promise<void>;
}

/** @param textOf Returns the message for an error. */
export function useAttempts(textOf: (error: unknown) => string, busyAtFirst = false): Attempts {
  const busy = useSignal(busyAtFirst);
  const problem = useSignal<string | undefined>(undefined);
  async function attempt(work: () => Promise<unknown>): Promise<void> {
    busy.value = true;
    problem.value = undefined;
    try {
      await work();
    } catch (error) {
      problem.value = textOf(error);
    } finally {
      busy.value = false;
    }
  }
  return { busy, problem, attempt };
}
