import { setTimeout as pause } from "node:timers/promises";

export interface WaitOptions {
  /** Time limit. The default is sufficient for a busy machine. */
  readonly deadlineMs?: number;
  /** Describes the condition in the error message. */
  readonly what: string;
  readonly everyMs?: number;
}

/** Shorter than the time limit of a test, so that the failure describes the condition. */
const usualDeadlineMs = 60_000;

type Falsy = undefined | null | false | 0 | "";

/**
 * Calls the condition until its result is truthy, and returns it. At the deadline it calls once
 * more and then throws. An error counts as false, and is the cause of the failure.
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
