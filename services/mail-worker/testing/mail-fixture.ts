import type { Db } from "@polls/db/connection";
import { linkToken, newLink, newPublicId } from "@polls/db/tokens";
import { foldAddress } from "@polls/domain/opt-ins";
import type { Poll } from "@polls/domain/polls";
import { createLogger, createMetrics } from "@polls/telemetry";
import {
  buildParticipant,
  buildPoll,
  connectPatiently,
  createTestDatabase,
  fakeClock,
} from "@polls/testing";
import { loadConfig } from "../src/config";
import { createDomainPacer } from "../src/delivery/domain-pacer";
import { openMailer } from "../src/delivery/open-mailer";
import type { MailDeps } from "../src/deps";
import { sendMail } from "../src/processors/send-mail";

const HOUR_MS = 3_600_000;

/** The handler of a mail worker with its own database, and mails for it. */
export interface MailFixture {
  readonly databaseUrl: string;
  readonly db: Db;
  readonly deps: Omit<MailDeps, "mailer">;
  readonly clock: ReturnType<typeof fakeClock>;
  /** Creates a participant with a pending opt-in, and its mail. */
  readonly buildOptInMail: (facts?: OptInMailFacts) => Promise<OptInMail>;
  /** Opens new connections, like a restarted worker. */
  readonly reconnect: () => void;
  readonly run: (
    mailId: bigint,
    how?: { readonly signal?: AbortSignal; readonly db?: Db; readonly isLast?: boolean },
  ) => Promise<void>;
  readonly stateOf: (mailId: bigint) => Promise<string | undefined>;
  readonly close: () => Promise<void>;
}

export interface OptInMailFacts {
  readonly poll?: Poll;
  readonly address?: string;
  readonly language?: "en" | "de";
  readonly title?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface OptInMail {
  readonly id: bigint;
  readonly address: string;
  readonly participantId: bigint;
  readonly poll: Poll;
  readonly link: string;
}

export async function openMailFixture(
  smtpUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<MailFixture> {
  const database = await createTestDatabase();
  const config = loadConfig({
    NODE_ENV: "test",
    DATABASE_URL: database.url,
    BASE_URL: "https://polls.example",
    APP_SECRET: "a secret that only tests have, and no deployment",
    SMTP_URL: smtpUrl,
    MAIL_FROM: "polls@example.org",
    MAIL_RATE_PER_SECOND: "1000",
    MAIL_DOMAIN_RATE_PER_SECOND: "1000",
    ...env,
  });
  if (config.smtp === undefined) throw new Error("there is no mail server");
  const db = connectPatiently(database.url, { max: 8 });
  const { smtp } = config;
  let mailer = openMailer(smtp);
  const clock = fakeClock("2030-06-15T12:00:00Z");
  const deps = {
    db,
    pacer: createDomainPacer(config.domainRatePerSecond),
    settings: config,
    clock: clock.now,
    metrics: createMetrics("mail-worker"),
  };
  const log = createLogger("mail-worker", { level: "fatal" });

  return {
    databaseUrl: database.url,
    db,
    deps,
    clock,
    async buildOptInMail(facts = {}) {
      const email =
        facts.address ??
        `${newPublicId()
          .toLowerCase()
          .replace(/[^a-z0-9]/g, "")}@example.org`;
      const poll =
        facts.poll ??
        (await buildPoll(db, {
          title: facts.title ?? "Where do we eat?",
          settings: { double_opt_in: true, ...facts.settings },
        }));
      const participant = await buildParticipant(db, poll, {
        optinEmail: email,
        confirmedAt: null,
      });
      const address = foldAddress(email);
      const { nonce, digest } = newLink(config.keys.mailLinks.signing, "opt_in", address);
      const now = clock.now();
      const { mail } = await db.prisma.optIn.create({
        data: {
          pollId: poll.id,
          participantId: participant.id,
          address,
          tokenDigest: digest,
          expiresAt: new Date(now.getTime() + 7 * 24 * HOUR_MS),
          createdAt: now,
          mail: {
            create: {
              kind: "opt_in",
              address: email,
              nonce,
              language: facts.language ?? "en",
              createdAt: now,
            },
          },
        },
        select: { mail: { select: { id: true } } },
      });
      if (mail === null) throw new Error("there is no mail");
      const token = linkToken(config.keys.mailLinks.signing, { purpose: "opt_in", nonce, address });
      const link = `https://polls.example/opt-in/${token}`;
      return { id: mail.id, address: email, participantId: participant.id, poll, link };
    },
    reconnect() {
      mailer.close();
      mailer = openMailer(smtp);
    },
    run: (mailId, { signal = new AbortController().signal, db: own = db, isLast = false } = {}) =>
      sendMail(
        { mailId: String(mailId) },
        { ...deps, db: own, mailer },
        {
          signal,
          attempt: 1,
          isLast,
          log,
          done: async () => undefined,
        },
      ),
    async stateOf(mailId) {
      return (await db.prisma.mail.findUnique({ where: { id: mailId } }))?.state;
    },
    async close() {
      mailer.close();
      await db.close();
    },
  };
}
