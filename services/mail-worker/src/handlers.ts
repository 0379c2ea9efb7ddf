import type { Handlers } from "@polls/jobs";
import type { MailDeps } from "./deps";
import { countBounce, sendMail } from "./processors/send-mail";

export const handlers: Handlers<"mail", MailDeps> = {
  "mail.send-mail": sendMail,
  "mail.count-bounce": countBounce,
};
