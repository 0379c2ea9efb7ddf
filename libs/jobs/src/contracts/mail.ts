import { z } from "zod";
import { defineJob, rowId } from "../define-job";

/**
 * Sends a mail. Within a try, a mail that the server defers is sent a few times. The outbox repeats
 * tries for about a day (docs/reference/mails.md#delivery).
 */
export const sendMail = defineJob({
  name: "mail.send-mail",
  queue: "mail",
  payload: z.strictObject({ mailId: rowId }),
  attempts: 3,
  backoffMs: 5_000,
});
