import { z } from "zod";
import { defineJob } from "../define-job";
import { rowId } from "./row-id";

/** Opens the checkout of a payment, unless one is open (docs/reference/payments.md#checkout). */
export const openCheckout = defineJob({
  name: "payment.open-checkout",
  queue: "payment",
  payload: z.strictObject({ paymentId: rowId }),
});
