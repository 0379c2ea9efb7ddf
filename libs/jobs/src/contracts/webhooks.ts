import { z } from "zod";
import { defineJob, rowId } from "../define-job";

/**
 * Makes one attempt to deliver an event to a webhook. Each later attempt is a job of its own; retries of
 * one job are for our own failures (docs/reference/webhooks.md#retries).
 */
export const deliverWebhook = defineJob({
  name: "webhook.deliver",
  queue: "webhook",
  payload: z.strictObject({
    deliveryId: rowId,
    /** 1, 2, 3 …: an attempt that another job has made is not repeated. */
    attempt: z.number().int().min(1),
  }),
});
