/** A job that does nothing: that it arrives shows that the queue works (reliability R6). */
export const canaryName = "canary";

/** Canaries of one period are one job, however many processes send them. */
const periodMs = 10_000;

/** The canary of a moment, as BullMQ's `add` takes it; it leaves no trace. */
export const canaryOf = (nowMs: number) => ({
  name: canaryName,
  data: {},
  opts: {
    jobId: `canary-${Math.floor(nowMs / periodMs)}`,
    removeOnComplete: true,
    removeOnFail: true,
  },
});
