import { z } from "zod";
import { defineJob } from "../define-job";
import { rowId } from "./row-id";

/** Opens the checkouts of payments whose votes were cast together: one row of the outbox for some of them. */
export const openCheckouts = defineJob({
  name: "payment.open-checkouts",
  queue: "payment",
  payload: z.strictObject({ paymentIds: z.array(rowId).min(1).max(64) }),
});
