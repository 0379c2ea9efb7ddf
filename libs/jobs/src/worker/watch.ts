import type { Queue } from "bullmq";
import { addCanary } from "../canary";

/** The state of a consumer at one moment. All times are in milliseconds of one clock. */
export interface ConsumerFacts {
  readonly nowMs: number;
  /** When it last took a job, including canaries, or was started. */
  readonly tookAtMs: number;
  /** Since when jobs have been waiting without interruption. Undefined when none wait. */
  readonly waitingSinceMs: number | undefined;
  readonly running: number;
  readonly concurrency: number;
}

/** A consumer is stuck if it takes no job for this long although jobs wait. */
export const stuckAfterMs = 60_000;

/** Jobs wait, it has capacity and takes none (docs/reliability.md#stuck-consumers). */
export const isStuck = (facts: ConsumerFacts, limitMs = stuckAfterMs): boolean =>
  facts.waitingSinceMs !== undefined &&
  facts.running < facts.concurrency &&
  facts.nowMs - facts.waitingSinceMs >= limitMs &&
  facts.nowMs - facts.tookAtMs >= limitMs;

/** Adds a canary if no job waits, for an idle queue. Returns whether a job was waiting. */
export async function probeQueue(queue: Queue): Promise<boolean> {
  const counts = await queue.getJobCounts("waiting", "prioritized");
  const waiting = (counts.waiting ?? 0) + (counts.prioritized ?? 0) > 0;
  if (!waiting) await addCanary(queue);
  return waiting;
}
