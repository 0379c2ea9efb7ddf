import { setTimeout as pause } from "node:timers/promises";

/**
 * Calls `ask` until it returns a value. Returns `undefined` after the deadline. The first call is
 * immediate. One more call follows the deadline, so that a slow machine does not cause a failure.
 */
export async function askUntil<Answer>(
  ask: () => Promise<Answer | undefined>,
  options: { readonly deadlineMs: number; readonly everyMs?: number },
): Promise<Answer | undefined> {
  const end = performance.now() + options.deadlineMs;
  for (;;) {
    const last = performance.now() >= end;
    const answer = await ask();
    if (answer !== undefined || last) return answer;
    await pause(options.everyMs ?? 25);
  }
}
