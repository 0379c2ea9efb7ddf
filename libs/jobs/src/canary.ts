import type { Queue } from "bullmq";

/** A job without effect. Its arrival shows a working queue (docs/reliability.md#stuck-consumers) */
export const canaryName = "canary";

/** All processes together add one canary in each period. */
const periodMs = 10_000;

/** Adds a canary. It is removed from the queue when it ends. */
export async function addCanary(queue: Queue): Promise<void> {
  const jobId = `canary-${Math.floor(Date.now() / periodMs)}`;
  await queue.add(canaryName, {}, { jobId, removeOnComplete: true, removeOnFail: true });
}
