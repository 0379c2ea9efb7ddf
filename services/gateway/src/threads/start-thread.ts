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

/** The first message of a thread. Throws `ThreadLimit`, or the error of the thread. */
export function answerOf<Answer>(worker: Worker, deadlineMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const clock = setTimeout(() => reject(new ThreadLimit("time")), deadlineMs);
    const settle =
      <Value>(settled: (value: Value) => void) =>
      (value: Value) => {
        clearTimeout(clock);
        settled(value);
      };
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
