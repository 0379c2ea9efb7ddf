import { setTimeout as pause } from "node:timers/promises";

/**
 * Asks until the answer is something, and returns it; `undefined` when the time is over. The first
 * question is asked at once and one more when the time is over, so that a slow machine is not
 * taken for a failure.
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
