import { z } from "zod";
import { defineJob } from "../define-job";
import { rowId } from "./row-id";

/** Settles a payment by what the provider says (docs/reference/payments.md#settlement). */
export const settlePayment = defineJob({
  name: "payment.settle-payment",
  queue: "payment",
  payload: z.strictObject({ paymentId: rowId }),
});
