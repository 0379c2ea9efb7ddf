import { setImmediate } from "node:timers/promises";
import type { Slices } from "@polls/domain/ratings";

/** Other requests wait for at most this time plus one slice. */
const PAUSE_AFTER_MS = 5;

/**
 * Runs a computation in slices with pauses, so that the process can answer other requests in
 * between.
 */
export async function inSlices<Result>(work: Slices<Result>): Promise<Result> {
  let resumedAt = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() - resumedAt < PAUSE_AFTER_MS) continue;
    await setImmediate();
    resumedAt = performance.now();
  }
}
