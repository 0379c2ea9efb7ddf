import { z } from "zod";
import { defineJob } from "../define-job";
import { rowId } from "./row-id";

/**
 * Sends a mail (decisions 9). A server that says "later" is asked again within a try a few times only:
 * the outbox sends the job again over about a day.
 */
export const sendMail = defineJob({
  name: "mail.send-mail",
  queue: "mail",
  payload: z.strictObject({ mailId: rowId }),
  attempts: 3,
  backoffMs: 5_000,
});
