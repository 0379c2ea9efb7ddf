import { readFileSync, readlinkSync } from "node:fs";
import path from "node:path";
import { type Transferable, Worker } from "node:worker_threads";

const typescript = path.resolve(__dirname, "../../../../scripts/typescript.cjs");
const fromSource = __filename.endsWith(".ts");

interface ThreadOptions {
  readonly data: unknown;
  /** Parts of the data that move to the thread without a copy. */
  readonly moved?: readonly Transferable[];
  /** Of its heap. Buffers are not counted. */
  readonly oldMb: number;
  readonly youngMb: number;
}

/** Starts a thread with a script of this service, named without its ending. It has no environment variables. */
export const startThread = (
  script: string,
  { data, moved = [], oldMb, youngMb }: ThreadOptions,
): Worker =>
  new Worker(`${script}${fromSource ? ".ts" : ".js"}`, {
    workerData: data,
    transferList: [...moved],
    execArgv: fromSource ? ["--conditions=@polls/source", "--require", typescript] : [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: oldMb, maxYoungGenerationSizeMb: youngMb },
  });

/** A thread that did not answer in time, or needed too much memory. */
export class ThreadLimit extends Error {
  constructor(readonly limit: "time" | "memory") {
    super(`a thread needs too much ${limit}`);
  }
}

/** A place in which a thread writes its number. */
export const newThreadNumber = (): Int32Array => new Int32Array(new SharedArrayBuffer(4));

const UNKNOWN = -1;

/** Called in a thread whose processor time is limited. */
export function writeThreadNumber(place: Int32Array): void {
  try {
    place[0] = Number(path.basename(readlinkSync("/proc/thread-self")));
  } catch {
    place[0] = UNKNOWN;
  }
}

interface ThreadTimes {
  /** It also counts how long a busy machine lets the thread wait. */
  readonly deadlineMs: number;
  readonly processor?: { readonly ms: number; readonly thread: Int32Array };
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** The processor time of a thread. Where the system does not tell it, the time since `startedAt`. */
function processorMsOf([thread = 0]: Int32Array, startedAt: number): number {
  if (thread === UNKNOWN) return performance.now() - startedAt;
  try {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
    // The second field is a name in brackets, and may have spaces. The 14th and the 15th are times.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    // The thread has not written its number, or has ended.
    return 0;
  }
}

/** The first message of a thread. Throws `ThreadLimit`, or the error of the thread. */
export function answerOf<Answer>(
  worker: Worker,
  { deadlineMs, processor }: ThreadTimes,
): Promise<Answer> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const settle =
      <Value>(settled: (value: Value) => void) =>
      (value: Value) => {
        clearTimeout(clock);
        clearInterval(checks);
        settled(value);
      };
    const overdue = settle(() => reject(new ThreadLimit("time")));
    const clock = setTimeout(overdue, deadlineMs, undefined);
    const checks =
      processor &&
      setInterval(() => {
        if (processorMsOf(processor.thread, startedAt) > processor.ms) overdue(undefined);
      }, TICK_MS);
    worker.once("message", settle(resolve));
    worker.once(
      "error",
      settle((error: NodeJS.ErrnoException) =>
        reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new ThreadLimit("memory") : error),
      ),
    );
    worker.once(
      "exit",
      settle((code: number) => reject(new Error(`a thread ended with ${code}`))),
    );
  });
}
