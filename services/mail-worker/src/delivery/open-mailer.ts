import { isEmail } from "@polls/domain/input";
import { createTransport } from "nodemailer";
import type { Config } from "../config";

type Smtp = NonNullable<Config["smtp"]>;

/** A mail as it is handed to the server: one recipient, everything of ours in it. */
export interface Message {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  /** Where it comes back to when it cannot be delivered. */
  readonly envelopeFrom: string;
  readonly messageId: string;
  readonly date: Date;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Mailer {
  /** Resolves once the server has taken the mail; rejects with what nodemailer says. */
  readonly deliver: (message: Message) => Promise<void>;
  /** Rejects when the server does not answer, or does not let us in. */
  readonly check: () => Promise<unknown>;
  readonly close: () => void;
}

/** How long, in milliseconds, a server may take to be reached, to greet, and to answer. */
export interface Patience {
  readonly connection: number;
  readonly greeting: number;
  readonly answer: number;
}

/** Reliability S3: a server that hangs costs a run, and not the worker. */
export const patience: Patience = { connection: 10_000, greeting: 10_000, answer: 30_000 };

/** A connection is used for so many mails before another is opened. */
const MAX_MESSAGES = 100;

/** RFC 8058 wants both headers of unsubscribing under the signature; nodemailer's own list lacks one. */
const SIGNED_HEADERS =
  "from:sender:reply-to:subject:date:message-id:to:cc:mime-version:content-type:content-transfer-encoding:list-id:list-unsubscribe:list-unsubscribe-post";

/** Opens a pool of connections to the deployment's server; it connects with the first mail. */
export function openMailer(smtp: Smtp, waits: Patience = patience): Mailer {
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
    connectionTimeout: waits.connection,
    greetingTimeout: waits.greeting,
    socketTimeout: waits.answer,
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
      // nodemailer reads a text as a list, and finds further recipients in one with line breaks.
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
