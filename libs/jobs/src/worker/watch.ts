import type { Queue } from "bullmq";
import { addCanary } from "../canary";

/** The facts of a consumer at one moment; times in milliseconds of one clock. */
export interface ConsumerFacts {
  readonly nowMs: number;
  /** When it last took a job, including canaries, or was started. */
  readonly tookAtMs: number;
  /** Since when jobs have been waiting without a break; undefined: none wait. */
  readonly waitingSinceMs: number | undefined;
  readonly running: number;
  readonly concurrency: number;
}

/** A consumer that takes no job for so long although jobs wait is stuck. */
export const stuckAfterMs = 60_000;

/**
 * Whether a consumer is stuck: jobs wait, it has room, and it takes none. BullMQ got into that state after
 * outages, with all its connections open (docs/reliability.md#stuck-consumers).
 */
export const isStuck = (facts: ConsumerFacts, limitMs = stuckAfterMs): boolean =>
  facts.waitingSinceMs !== undefined &&
  facts.running < facts.concurrency &&
  facts.nowMs - facts.waitingSinceMs >= limitMs &&
  facts.nowMs - facts.tookAtMs >= limitMs;

/**
 * Adds a canary whenever no job waits, so that a stuck consumer shows on an idle queue too. Returns whether
 * a job was waiting.
 */
export async function lookAtQueue(queue: Queue): Promise<boolean> {
  const counts = await queue.getJobCounts("waiting", "prioritized");
  const waiting = (counts.waiting ?? 0) + (counts.prioritized ?? 0) > 0;
  if (!waiting) await addCanary(queue);
  return waiting;
}
