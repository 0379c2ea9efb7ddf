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
});

/**
 * Counts a mail that bounced after it was sent. The command that records bounces ends before its
 * metrics could be read.
 */
export const countBounce = defineJob({
  name: "mail.count-bounce",
  queue: "mail",
  payload: z.strictObject({ mailId: rowId }),
});
