import path from "node:path";
import { Worker } from "node:worker_threads";
import type { ProblemSentence } from "@polls/domain/refusals";
import { createBoundedQueue } from "../../http/limits/bounded-queue";
import type { ReadTable, TableFile } from "./read-table";
import { limits, type TableRow, Unreadable } from "./table";

const typescript = path.resolve(__dirname, "../../../../../scripts/typescript.cjs");
const fromSource = __filename.endsWith(".ts");

const THREADS = 2;
/** Of the heap of a thread. Buffers are not counted, and have the limits of a workbook. */
const MEMORY_MB = 128;
const waitingLimits = { maxWaiting: 16, maxWaitingOfKey: 4, timeoutMs: 10_000 };

interface ThreadLimits {
  readonly deadlineMs: number;
  readonly memoryMb: number;
}

/** Makes a row: all at once would stop other requests. */
export type LazyRow = () => TableRow;

/** Reads the files of imports outside of the main thread (docs/adr/0044-imports-are-read-in-threads.md). */
export interface TableReader {
  /**
   * The rows of a file, without empty ones, each made when it is called. Throws `Unreadable` for a
   * file that cannot be read within the limits, and 503 when too many files wait.
   */
  readonly read: (client: string, file: TableFile) => Promise<readonly LazyRow[]>;
}

export function createTableReader(given: Partial<ThreadLimits> = {}): TableReader {
  const own: ThreadLimits = { deadlineMs: limits.deadlineMs, memoryMb: MEMORY_MB, ...given };
  const queue = createBoundedQueue({
    concurrent: THREADS,
    ...waitingLimits,
    message: "Too many imports wait to be read",
  });
  return {
    read: (client, file) => queue.run(client, () => readInThread(file, own)),
  };
}

async function readInThread(
  file: TableFile,
  { deadlineMs, memoryMb }: ThreadLimits,
): Promise<readonly LazyRow[]> {
  const worker = new Worker(path.join(__dirname, `read-table${fromSource ? ".ts" : ".js"}`), {
    workerData: file,
    transferList: "xlsx" in file ? [file.xlsx.buffer as ArrayBuffer] : [],
    execArgv: fromSource ? ["--conditions=@polls/source", "--require", typescript] : [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
  });
  try {
    const read = await answerOf(worker, deadlineMs);
    if ("sentence" in read) throw new Unreadable(read.sentence);
    return read.rows.map((row) => () => JSON.parse(row));
  } finally {
    await worker.terminate();
  }
}

function answerOf(worker: Worker, deadlineMs: number): Promise<ReadTable> {
  return new Promise((resolve, reject) => {
    const refuse = (sentence: ProblemSentence) => resolve({ sentence });
    const clock = setTimeout(() => refuse("takes too long to read"), deadlineMs);
    const settle =
      <Value>(settled: (value: Value) => void) =>
      (value: Value) => {
        clearTimeout(clock);
        settled(value);
      };
    worker.once("message", settle(resolve));
    worker.once(
      "error",
      settle((error: NodeJS.ErrnoException) => {
        if (error.code === "ERR_WORKER_OUT_OF_MEMORY") refuse("needs too much memory to read");
        else reject(error);
      }),
    );
    worker.once(
      "exit",
      settle((code: number) => reject(new Error(`the thread of an import ended with ${code}`))),
    );
  });
}
