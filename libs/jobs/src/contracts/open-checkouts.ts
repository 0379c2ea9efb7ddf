import { z } from "zod";
import { defineJob } from "../define-job";
import { rowId } from "./row-id";

/** The most payments of one job. */
export const CHECKOUTS_A_JOB = 64;

/** Opens the checkouts of payments whose votes were cast together, in one row of the outbox. */
export const openCheckouts = defineJob({
  name: "payment.open-checkouts",
  queue: "payment",
  payload: z.strictObject({ paymentIds: z.array(rowId).min(1).max(CHECKOUTS_A_JOB) }),
});
