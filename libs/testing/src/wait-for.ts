import { setTimeout as pause } from "node:timers/promises";

export interface WaitOptions {
  /** After this the wait fails: without it, when even a busy machine would have come to an end. */
  readonly deadlineMs?: number;
  /** What is waited for, as the failure says it. */
  readonly what: string;
  readonly everyMs?: number;
}

/** Below the time limit of a test, so that it is the wait that says what is missing. */
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
