import type { Queue } from "bullmq";

/** A job without effect: its arrival shows that the queue works (docs/reliability.md#stuck-consumers). */
export const canaryName = "canary";

/** Canaries of one period are one job, for any number of processes. */
const periodMs = 10_000;

/** Adds a canary, which leaves no trace in the queue. */
export async function addCanary(queue: Queue): Promise<void> {
  const jobId = `canary-${Math.floor(Date.now() / periodMs)}`;
  await queue.add(canaryName, {}, { jobId, removeOnComplete: true, removeOnFail: true });
}
