import { z } from "zod";
import { defineJob, rowId } from "../define-job";

/** Sends a mail; the outbox repeats it for about a day (docs/reference/mails.md#delivery). */
export const sendMail = defineJob({
  name: "mail.send-mail",
  queue: "mail",
  payload: z.strictObject({ mailId: rowId }),
});

/** Counts a bounce. The command that records it ends before its metrics could be read. */
export const countBounce = defineJob({
  name: "mail.count-bounce",
  queue: "mail",
  payload: z.strictObject({ mailId: rowId }),
});
