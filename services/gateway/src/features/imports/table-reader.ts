import path from "node:path";
import { createBoundedQueue } from "../../http/limits/bounded-queue";
import { answerOf, newThreadNumber, startThread, ThreadLimit } from "../../threads/start-thread";
import type { ReadTable, ReadTask, TableFile } from "./read-table";
import { limits, type TableRow, Unreadable } from "./table";

const THREADS = 2;
/** Of the heap of a thread. Buffers are not counted, and have the limits of a workbook. */
const MEMORY_MB = 128;
const DEADLINE_MS = 60_000;
const waitingLimits = { maxWaiting: 16, maxWaitingOfKey: 4, timeoutMs: 10_000 };

interface ThreadLimits {
  readonly deadlineMs: number;
  readonly processorMs: number;
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

export function createTableReader(overrides: Partial<ThreadLimits> = {}): TableReader {
  const own: ThreadLimits = {
    deadlineMs: DEADLINE_MS,
    processorMs: limits.processorMs,
    memoryMb: MEMORY_MB,
    ...overrides,
  };
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
  { deadlineMs, processorMs, memoryMb }: ThreadLimits,
): Promise<readonly LazyRow[]> {
  const thread = newThreadNumber();
  const worker = startThread(path.join(__dirname, "read-table"), {
    data: { file, thread } satisfies ReadTask,
    moved: "xlsx" in file ? [file.xlsx.buffer as ArrayBuffer] : [],
    oldMb: memoryMb,
    youngMb: 16,
  });
  try {
    const read = await answerOf<ReadTable>(worker, {
      deadlineMs,
      processor: { ms: processorMs, thread },
    });
    if ("sentence" in read) throw new Unreadable(read.sentence);
    return read.rows.map((row) => () => JSON.parse(row));
  } catch (error) {
    if (!(error instanceof ThreadLimit)) throw error;
    throw new Unreadable(beyond[error.limit]);
  } finally {
    await worker.terminate();
  }
}

const beyond = {
  time: "takes too long to read",
  memory: "needs too much memory to read",
} as const;
