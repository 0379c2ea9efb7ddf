import { z } from "zod";
import { defineJob, rowId } from "../define-job";

/** Makes one attempt to deliver an event (docs/reference/webhooks.md#retries). */
export const deliverWebhook = defineJob({
  name: "webhook.deliver",
  queue: "webhook",
  payload: z.strictObject({
    deliveryId: rowId,
    /** The number of the attempt from 1. An attempt that another job has made is not repeated. */
    attempt: z.number().int().min(1),
  }),
});
