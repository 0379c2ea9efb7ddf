import type { QueueBackend } from "./backend";
import { type QueueName, queueNames } from "./define-job";
import { openQueue } from "./queue";

export interface QueueCounts {
  readonly waiting: number;
  readonly running: number;
  /** Failed tries. The outbox sends their jobs again or marks them as dead. */
  readonly failed: number;
}

/** Counts the jobs of all queues within six seconds; a queue that answers late is undefined. */
export async function readQueueCounts(
  backend: QueueBackend,
): Promise<ReadonlyMap<QueueName, QueueCounts | undefined>> {
  const counts = await Promise.all(queueNames.map((name) => countsOf(name, backend)));
  return new Map(queueNames.map((name, index) => [name, counts[index]]));
}

async function countsOf(name: QueueName, backend: QueueBackend): Promise<QueueCounts | undefined> {
  const queue = openQueue(name, backend, () => undefined);
  try {
    const counts = await queue.use((open) =>
      open.getJobCounts("waiting", "prioritized", "active", "failed"),
    );
    const { waiting = 0, prioritized = 0, active = 0, failed = 0 } = counts;
    return { waiting: waiting + prioritized, running: active, failed };
  } catch {
    return undefined;
  } finally {
    await queue.close();
  }
}
