import { z } from "zod";
import { defineJob } from "../define-job";
import { rowId } from "./row-id";

/** Expires the checkouts of a payment that was replaced or whose poll was deleted. */
export const endPayment = defineJob({
  name: "payment.end-payment",
  queue: "payment",
  payload: z.strictObject({ paymentId: rowId }),
});
