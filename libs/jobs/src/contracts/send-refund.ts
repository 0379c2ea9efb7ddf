import { z } from "zod";
import { defineJob } from "../define-job";
import { rowId } from "./row-id";

/** Sends money back to who paid it (decisions 10). */
export const sendRefund = defineJob({
  name: "payment.send-refund",
  queue: "payment",
  payload: z.strictObject({ refundId: rowId }),
});
