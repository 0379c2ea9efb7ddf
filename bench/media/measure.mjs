import { readFileSync } from "node:fs";

/** Ticks of the processor's time in /proc. */
const TICK_MS = 10;

/** Processor time of this process and of all it has started that have ended, in ms; NaN without /proc. */
function processorMs() {
  try {
    const facts = readFileSync("/proc/self/stat", "latin1");
    const fields = facts.slice(facts.lastIndexOf(")") + 2).split(" ");
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
  } catch {
    return Number.NaN;
  }
}

/** What a piece of work takes by the clock and of the processors; its processes must have ended. */
export async function measure(run) {
  const [began, used] = [performance.now(), processorMs()];
  await run();
  return { ms: performance.now() - began, processorMs: processorMs() - used };
}
