import { AsyncResource } from "node:async_hooks";
import { isEmail } from "@polls/domain/input";
import { createTransport } from "nodemailer";
import pLimit from "p-limit";
import type { Config } from "../config";

type Smtp = NonNullable<Config["smtp"]>;

export interface OutgoingMail {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly envelopeFrom: string;
  readonly messageId: string;
  readonly date: Date;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** A further form of the text, for the calendar of the recipient. It is attached as a file as well. */
  readonly calendar?: { readonly method: string; readonly content: string };
  readonly headers: Readonly<Record<string, string>>;
}

export interface Mailer {
  /** Runs work in turn with others, as many at a time as there are connections. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>;
  /** Resolves when the server has accepted the mail. Rejects with the error of nodemailer. */
  readonly deliver: (message: OutgoingMail) => Promise<void>;
  /** Rejects when the server does not respond, or refuses the login. */
  readonly check: () => Promise<unknown>;
  readonly close: () => void;
}

/** Timeouts in milliseconds for connecting, for the greeting, for silence and for a mail as a whole. */
export interface SmtpTimeouts {
  readonly connection: number;
  readonly greeting: number;
  readonly answer: number;
  readonly delivery: number;
}

/** A hanging server costs one attempt (docs/reliability.md#mail-server-failures). */
export const smtpTimeouts: SmtpTimeouts = {
  connection: 10_000,
  greeting: 10_000,
  answer: 30_000,
  delivery: 300_000,
};

/** Per connection. */
const MAX_MESSAGES = 100;

/** RFC 8058 requires both unsubscribe headers to be signed. nodemailer signs one. */
const SIGNED_HEADERS =
  "from:sender:reply-to:subject:date:message-id:to:cc:mime-version:content-type:content-transfer-encoding:list-id:list-unsubscribe:list-unsubscribe-post";

/** Opens a pool of connections to the mail server. It connects when the first mail is sent. */
export function openMailer(smtp: Smtp, timeouts: SmtpTimeouts = smtpTimeouts): Mailer {
  const connect = () =>
    createTransport({
      pool: true,
      host: smtp.host,
      port: smtp.port,
      secure: smtp.secure,
      requireTLS: smtp.tls === "required" && !smtp.secure,
      ignoreTLS: smtp.tls === "off",
      ...(smtp.name === undefined ? {} : { name: smtp.name }),
      ...(smtp.certificates === undefined ? {} : { tls: { ca: [...smtp.certificates] } }),
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
  let transport = connect();
  /** A response may arrive byte by byte, so silence alone does not end it. */
  const endSlow = (used: typeof transport) => {
    if (used === transport) transport = connect();
    used.close({ force: true });
  };
  const places = pLimit(smtp.connections);
  return {
    // Without the binding, waiting work would run, and be logged, in the context of the work that it waited for.
    inTurn: (work) => places(AsyncResource.bind(work)),
    async deliver({ to, envelopeFrom, headers, calendar, ...message }) {
      // nodemailer parses a text as a list of addresses, so line breaks could add recipients.
      if (!isEmail(to)) throw Object.assign(new Error("not an address"), { code: "EENVELOPE" });
      const recipient = { name: "", address: to };
      const used = transport;
      const timer = setTimeout(() => endSlow(used), timeouts.delivery);
      try {
        await used.sendMail({
          ...message,
          ...(calendar !== undefined && { icalEvent: calendar }),
          to: recipient,
          envelope: { from: envelopeFrom, to: [recipient] },
          headers: { ...headers },
        });
      } catch (error) {
        throw used === transport ? error : new Error("the mail server answers too slowly");
      } finally {
        clearTimeout(timer);
      }
    },
    check: () => transport.verify(),
    close: () => transport.close(),
  };
}
