import { isEmail } from "@polls/domain/input";
import { createTransport } from "nodemailer";
import type { Config } from "../config";

type Smtp = NonNullable<Config["smtp"]>;

/** A mail as the server gets it, to one recipient. */
export interface OutgoingMail {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  /** The address that reports of failed deliveries go to. */
  readonly envelopeFrom: string;
  readonly messageId: string;
  readonly date: Date;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Mailer {
  /** Resolves once the server has taken the mail; rejects with the error of nodemailer. */
  readonly deliver: (message: OutgoingMail) => Promise<void>;
  /** Rejects when the server does not answer, or refuses the login. */
  readonly check: () => Promise<unknown>;
  readonly close: () => void;
}

/** Milliseconds in which a server must be reached, greet, and answer. */
export interface SmtpTimeouts {
  readonly connection: number;
  readonly greeting: number;
  readonly answer: number;
}

/** A server that hangs costs one attempt, not the worker (docs/reliability.md#mail-server-failures). */
export const smtpTimeouts: SmtpTimeouts = { connection: 10_000, greeting: 10_000, answer: 30_000 };

/** Mails for each connection. */
const MAX_MESSAGES = 100;

/** RFC 8058 demands both headers of unsubscribing to be signed; the default of nodemailer lacks one. */
const SIGNED_HEADERS =
  "from:sender:reply-to:subject:date:message-id:to:cc:mime-version:content-type:content-transfer-encoding:list-id:list-unsubscribe:list-unsubscribe-post";

/** Opens a pool of connections to the mail server; it connects with the first mail. */
export function openMailer(smtp: Smtp, timeouts: SmtpTimeouts = smtpTimeouts): Mailer {
  const transport = createTransport({
    pool: true,
    host: smtp.host,
    port: smtp.port,
    secure: smtp.secure,
    requireTLS: smtp.requireTls && !smtp.secure,
    ...(smtp.login === undefined ? {} : { auth: smtp.login }),
    maxConnections: smtp.connections,
    maxMessages: MAX_MESSAGES,
    rateDelta: 1_000,
    rateLimit: smtp.ratePerSecond,
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.answer,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(smtp.dkim === undefined
      ? {}
      : {
          dkim: {
            domainName: smtp.dkim.domain,
            keySelector: smtp.dkim.selector,
            privateKey: smtp.dkim.privateKey,
            headerFieldNames: SIGNED_HEADERS,
          },
        }),
  });
  return {
    async deliver({ to, envelopeFrom, headers, ...message }) {
      // nodemailer parses a text as a list of addresses: line breaks would add recipients.
      if (!isEmail(to)) throw Object.assign(new Error("not an address"), { code: "EENVELOPE" });
      const recipient = { name: "", address: to };
      await transport.sendMail({
        ...message,
        to: recipient,
        envelope: { from: envelopeFrom, to: [recipient] },
        headers: { ...headers },
      });
    },
    check: () => transport.verify(),
    close: () => transport.close(),
  };
}
