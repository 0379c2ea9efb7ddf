import type { Queue } from "bullmq";
import { addCanary } from "../canary";

/** What is known of a consumer at one moment; times in milliseconds of one clock. */
export interface ConsumerFacts {
  readonly nowMs: number;
  /** When it last took a job, a canary included, or was started. */
  readonly tookAtMs: number;
  /** Since when jobs have been waiting without a break; undefined when none are. */
  readonly waitingSinceMs: number | undefined;
  readonly running: number;
  readonly concurrency: number;
}

/** Reliability section 8: a consumer that takes nothing for so long although jobs wait is stuck. */
export const stuckAfterMs = 60_000;

/**
 * Whether a consumer looks healthy and is not: jobs wait, it has room, and it takes none. BullMQ
 * has been in that state after outages, with all its connections open (reliability e1).
 */
export const isStuck = (facts: ConsumerFacts, limitMs = stuckAfterMs): boolean =>
  facts.waitingSinceMs !== undefined &&
  facts.running < facts.concurrency &&
  facts.nowMs - facts.waitingSinceMs >= limitMs &&
  facts.nowMs - facts.tookAtMs >= limitMs;

/**
 * Keeps the queue moving by a canary whenever nothing waits, so that a stuck consumer shows
 * itself on an idle queue too. Returns whether something waited already.
 */
export async function lookAtQueue(queue: Queue): Promise<boolean> {
  const counts = await queue.getJobCounts("waiting", "prioritized");
  const waiting = (counts.waiting ?? 0) + (counts.prioritized ?? 0) > 0;
  if (!waiting) await addCanary(queue);
  return waiting;
}
