import { setImmediate } from "node:timers/promises";
import type { Slices } from "@polls/domain/ratings";

/** Other requests wait for at most this time plus one slice. */
const PAUSE_AFTER_MS = 5;

/** Pauses of a long computation, in which the process can answer other requests. */
export function createPauses() {
  let resumedAt = performance.now();
  return {
    isDue: (): boolean => performance.now() - resumedAt >= PAUSE_AFTER_MS,
    async take(): Promise<void> {
      await setImmediate();
      resumedAt = performance.now();
    },
  };
}

export async function inSlices<Result>(work: Slices<Result>): Promise<Result> {
  const pauses = createPauses();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (pauses.isDue()) await pauses.take();
  }
}
