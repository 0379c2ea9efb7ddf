import type { Handlers } from "@polls/jobs";
import type { MailDeps } from "./deps";
import { sendMail } from "./processors/send-mail";

/** One handler for each job of the queue; the compiler names those that lack. */
export const handlers: Handlers<"mail", MailDeps> = {
  "mail.send-mail": sendMail,
};
