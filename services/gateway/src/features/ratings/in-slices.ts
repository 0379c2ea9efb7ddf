import { setImmediate } from "node:timers/promises";
import type { Slices } from "@polls/domain/ratings";

/** Others have a turn after so long at the latest, as long as one slice of the work is short. */
const TURN_MS = 5;

/** Runs long work slice by slice, so that requests are answered meanwhile. */
export async function inSlices<Result>(work: Slices<Result>): Promise<Result> {
  let began = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() - began < TURN_MS) continue;
    await setImmediate();
    began = performance.now();
  }
}
