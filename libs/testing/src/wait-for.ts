import { setTimeout as pause } from "node:timers/promises";

export interface WaitOptions {
  /** The wait fails after this; the default is long enough for a busy machine. */
  readonly deadlineMs?: number;
  /** What is waited for, as the failure says it. */
  readonly what: string;
  readonly everyMs?: number;
}

/** Shorter than the time limit of a test, so that the failure names the condition. */
const usualDeadlineMs = 60_000;

type Falsy = undefined | null | false | 0 | "";

/**
 * Asks until the answer is truthy and returns it; asks once more at the deadline and then throws.
 * An error of the question counts as a no, and is the cause of the failure.
 */
export async function waitFor<Answer>(
  condition: () => Answer | Promise<Answer>,
  { deadlineMs = usualDeadlineMs, what, everyMs = 20 }: WaitOptions,
): Promise<Exclude<Answer, Falsy>> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const last = performance.now() >= end;
    let problem: unknown;
    try {
      const answer = await condition();
      if (answer) return answer as Exclude<Answer, Falsy>;
    } catch (error) {
      problem = error;
    }
    if (last) {
      throw new Error(`${what}: not within ${deadlineMs} ms`, {
        ...(problem === undefined ? {} : { cause: problem }),
      });
    }
    await pause(everyMs);
  }
}
