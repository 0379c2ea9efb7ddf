import { startMailSink } from "../mail/start-mail-sink";
import { portNear } from "../process/ports";
import type { StackPart } from "../stack/part";
import { UserError } from "../user-error";

const usualSmtpPort = 2_525;
const usualHttpPort = 2_580;

/** An inbox instead of a mail server. Every mail can be read at `/dev/mail`. */
export const mailPart: StackPart = {
  name: "mail inbox",
  unless: ["SMTP_URL", "SMTP_HOST"],
  start: async ({ settings: { baseUrl }, env }) => {
    if (env.NODE_ENV === "production") {
      throw new UserError("In production, mails need a real server: set SMTP_URL or SMTP_HOST.");
    }
    const sink = await startMailSink({
      smtpPort: await portNear(usualSmtpPort),
      httpPort: await portNear(usualHttpPort),
    });
    return {
      env: { SMTP_URL: sink.smtpUrl, DEV_MAIL_URL: sink.url },
      says: `Mails are not delivered, but can be read at ${baseUrl}/dev/mail.`,
      stop: () => sink.stop(),
    };
  },
};
