import { setTimeout as pause } from "node:timers/promises";

/**
 * Calls `ask` until it returns a value, at once and once more after the deadline, because of slow
 * machines. Then returns `undefined`.
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
