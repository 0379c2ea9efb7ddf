import path from "node:path";
import { Worker } from "node:worker_threads";
import type { StoredBallots } from "@polls/db/votes";
import type { CountFigures, CountTask } from "./make-count";

const typescript = path.resolve(__dirname, "../../../../../scripts/typescript.cjs");
const fromSource = __filename.endsWith(".ts");

/** Of the heap of a thread: enough for 100,000 different ballots on 30 options. */
const MEMORY_MB = 512;
const DEADLINE_MS = 30_000;

/**
 * Counts ballots outside of the main thread, in a thread of its own that ends with the count
 * (docs/adr/0107-counts-are-made-in-threads.md). Throws when the count needs too much time or memory.
 */
export async function countInThread(
  task: CountTask,
  batches: AsyncIterable<readonly StoredBallots[]>,
): Promise<CountFigures> {
  const worker = new Worker(path.join(__dirname, `count-thread${fromSource ? ".ts" : ".js"}`), {
    workerData: task,
    execArgv: fromSource ? ["--conditions=@polls/source", "--require", typescript] : [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 32 },
  });
  const answer = answerOf(worker);
  // The thread may fail while batches are read.
  answer.catch(() => undefined);
  try {
    for await (const batch of batches) worker.postMessage(batch);
    worker.postMessage(null);
    return await answer;
  } finally {
    await worker.terminate();
  }
}

function answerOf(worker: Worker): Promise<CountFigures> {
  return new Promise((resolve, reject) => {
    const clock = setTimeout(() => reject(new Error("a count takes too long")), DEADLINE_MS);
    const settle =
      <Value>(settled: (value: Value) => void) =>
      (value: Value) => {
        clearTimeout(clock);
        settled(value);
      };
    worker.once("message", settle(resolve));
    worker.once("error", settle(reject));
    worker.once(
      "exit",
      settle((code: number) => reject(new Error(`the thread of a count ended with ${code}`))),
    );
  });
}
