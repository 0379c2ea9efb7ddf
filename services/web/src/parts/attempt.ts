import { type Signal, useSignal } from "@preact/signals";

/** What a reader sees of work that may fail. */
export interface Attempts {
  readonly busy: Signal<boolean>;
  /** Why the last attempt failed, as the reader is told. */
  readonly problem: Signal<string | undefined>;
  /** Does the work; its error becomes the problem. */
  readonly attempt: (work: () => Promise<unknown>) => Promise<void>;
}

/** @param textOf What the reader is told of an error. */
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
