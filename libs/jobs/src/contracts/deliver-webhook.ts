import { z } from "zod";
import { defineJob } from "../define-job";
import { rowId } from "./row-id";

/**
 * Makes one attempt to deliver an event to a webhook (ADR 0014). An endpoint that fails is tried again by
 * a job of its own, hours later; runs of one job are for what fails on our side.
 */
export const deliverWebhook = defineJob({
  name: "webhook.deliver",
  queue: "webhook",
  payload: z.strictObject({
    deliveryId: rowId,
    /** 1, 2, 3 …: what another job has done before is not done again. */
    attempt: z.number().int().min(1),
  }),
});
