import { z } from "zod";
import { defineJob } from "../define-job";
import { rowId } from "./row-id";

/** Asks the provider how a payment stands, and has it count or not (decisions 10). */
export const settlePayment = defineJob({
  name: "payment.settle-payment",
  queue: "payment",
  payload: z.strictObject({ paymentId: rowId }),
});
