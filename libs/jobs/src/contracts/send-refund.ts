import { z } from "zod";
import { defineJob } from "../define-job";
import { rowId } from "./row-id";

/** Refunds money to its payer (docs/reference/payments.md#refunds). */
export const sendRefund = defineJob({
  name: "payment.send-refund",
  queue: "payment",
  payload: z.strictObject({ refundId: rowId }),
});
