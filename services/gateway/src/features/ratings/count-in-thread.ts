import path from "node:path";
import type { StoredBallots } from "@polls/db/votes";
import { answerOf, startThread } from "../../threads/start-thread";
import type { CountFigures, CountTask } from "./make-count";

/** Of the heap of a thread: enough for 100,000 different ballots on 30 options. */
const MEMORY_MB = 512;
const DEADLINE_MS = 60_000;

/**
 * Counts ballots outside of the main thread, in a thread of its own that ends with the count
 * (docs/adr/0107-counts-are-made-in-threads.md). Throws when the count needs too much time or memory.
 */
export async function countInThread(
  task: CountTask,
  batches: AsyncIterable<readonly StoredBallots[]>,
): Promise<CountFigures> {
  const script = path.join(__dirname, "count-thread");
  const worker = startThread(script, { data: task, oldMb: MEMORY_MB, youngMb: 32 });
  const answer = answerOf<CountFigures>(worker, { deadlineMs: DEADLINE_MS });
  let failed = false;
  answer.catch(() => {
    failed = true;
  });
  try {
    for await (const batch of batches) {
      if (failed) break;
      worker.postMessage(batch);
    }
    worker.postMessage(null);
    return await answer;
  } finally {
    await worker.terminate();
  }
}
