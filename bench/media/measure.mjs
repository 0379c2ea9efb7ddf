import { readFileSync } from "node:fs";

/** Length of a tick in /proc. */
const TICK_MS = 10;

/** Processor time in ms of this process and of its ended children; NaN without /proc. */
function processorMs() {
  try {
    const facts = readFileSync("/proc/self/stat", "latin1");
    const fields = facts.slice(facts.lastIndexOf(")") + 2).split(" ");
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
  } catch {
    return Number.NaN;
  }
}

/** Elapsed time and CPU time of a piece of work; its processes must have ended. */
export async function measure(run) {
  const [began, used] = [performance.now(), processorMs()];
  await run();
  return { ms: performance.now() - began, processorMs: processorMs() - used };
}
