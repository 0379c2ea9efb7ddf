import type { Queue } from "bullmq";

/** A job that does nothing: that it arrives shows that the queue works (reliability R6). */
export const canaryName = "canary";

/** Canaries of one period are one job, however many processes send them. */
const periodMs = 10_000;

/** Adds a canary; it leaves no trace in the queue. */
export async function addCanary(queue: Queue): Promise<void> {
  const jobId = `canary-${Math.floor(Date.now() / periodMs)}`;
  await queue.add(canaryName, {}, { jobId, removeOnComplete: true, removeOnFail: true });
}
