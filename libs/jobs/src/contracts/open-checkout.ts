import { z } from "zod";
import { defineJob } from "../define-job";
import { rowId } from "./row-id";

/** Opens the provider's checkout of a payment, unless one is open (decisions 10). */
export const openCheckout = defineJob({
  name: "payment.open-checkout",
  queue: "payment",
  payload: z.strictObject({ paymentId: rowId }),
});
