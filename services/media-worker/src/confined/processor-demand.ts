import { readdirSync, readFileSync } from "node:fs";

/** What a process has got from the machine, and what it lacked. */
export interface ProcessorDemand {
  /** The processor time that it has used. */
  readonly usedSeconds: number;
  /** The time that its threads were ready to run, and no processor was free. */
  readonly waitedSeconds: number;
  /** Whether a thread is ready to run, or waits for a disk or for memory that was swapped out. */
  readonly isReady: boolean;
}

/** Linux reports processor time in ticks of this number a second, on every machine. */
const TICKS_PER_SECOND = 100;

/** Less processor time than this is reported as none. */
export const TICK_SECONDS = 1 / TICKS_PER_SECOND;

/** The states of a thread that could go on if the machine let it. */
const READY: ReadonlySet<string> = new Set(["R", "D"]);

/** The fields of `/proc/…/stat` after the name of the program, which may contain blanks. */
function fieldsOf(path: string): readonly string[] {
  const stat = readFileSync(path, "latin1");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** Reads what a process has used and lacked. Undefined where the system does not tell. */
export function readDemand(pid: number | undefined): ProcessorDemand | undefined {
  try {
    const [, ...fields] = fieldsOf(`/proc/${pid}/stat`);
    const threads = readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
    const waited = threads.map((thread) =>
      Number(readFileSync(`${thread}/schedstat`, "latin1").split(" ")[1]),
    );
    return {
      // The user and the system time of all threads, also of those that have ended.
      usedSeconds: (Number(fields[10]) + Number(fields[11])) / TICKS_PER_SECOND,
      waitedSeconds: waited.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e9,
      isReady: threads.some((thread) => READY.has(fieldsOf(`${thread}/stat`)[0] ?? "")),
    };
  } catch {
    return undefined;
  }
}

/** The part of a demand that came after an earlier one. */
export const demandSince = (
  before: ProcessorDemand | undefined,
  now: ProcessorDemand | undefined,
): ProcessorDemand | undefined =>
  before && now
    ? {
        ...now,
        usedSeconds: now.usedSeconds - before.usedSeconds,
        waitedSeconds: now.waitedSeconds - before.waitedSeconds,
      }
    : now;
