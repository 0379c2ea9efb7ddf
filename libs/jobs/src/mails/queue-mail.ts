import { mailTurn, takeMails } from "@polls/db/mails";
import type { PrismaTransaction } from "@polls/db/sql";
import {
  type CountedMailKind,
  type MailBudget,
  type MailFacts,
  type MailKind,
  type MailRequesters,
  type MailState,
  mailDelayMs,
  mailKinds,
} from "@polls/domain/mails";
import type { Language } from "@polls/markup";
import { sendMail } from "../contracts";
import { sendAll } from "../outbox/send";

/** A mail of a kind, before it is queued. */
export type NewMail<Kind extends MailKind> = MailFacts<Kind> & {
  /** The recipient, in the form in which it was given. */
  readonly address: string;
  readonly language: Language;
  readonly now: Date;
  /** Whether another rule forbids sending. The mail is then recorded but not sent. */
  readonly withheld?: boolean;
};

/** The common cause of mails that are queued together. */
export interface MailCause {
  /** The account of the poll. Accounts take turns in the queue. Undefined for a sign-in. */
  readonly accountId: bigint | undefined;
  /** The key of the deployment for HMACs of addresses. */
  readonly key: string;
  readonly quotas: MailQuotas;
  /** Empty for mails that no single request causes. */
  readonly requesters: MailRequesters | readonly [];
  readonly delayMs?: number;
}

/** Daily mail quotas (docs/reference/mails.md#quotas). */
export interface MailQuotas {
  readonly invitationsOfAccount: number;
  /** The reserved part is not for one client network alone. */
  readonly optInsOfAccount: MailBudget;
  /** Budgets of an address, by the quota that a kind of mail counts against. */
  readonly ofAddress: {
    readonly [Quota in (typeof mailKinds)[CountedMailKind]["quota"]]: MailBudget;
  };
}

/**
 * Queues mails of one kind, each to a different address, in the transaction of their cause. Inserts
 * their rows and the jobs that send them (docs/reference/mails.md#order). A mail that exceeds the
 * quota of its address, or the share of its requesters, is recorded as withheld. Returns the states
 * of the mails.
 */
export async function queueMail<Kind extends CountedMailKind>(
  tx: PrismaTransaction,
  kind: Kind,
  { accountId, key, quotas, requesters, delayMs }: MailCause,
  ...mails: readonly NewMail<Kind>[]
): Promise<readonly MailState[]> {
  const [first] = mails;
  if (first === undefined) return [];
  const { quota } = mailKinds[kind];
  const wanted = mails.filter(({ withheld = false }) => !withheld);
  const fits = await takeMails(tx, {
    key,
    quota,
    requesters,
    budget: quotas.ofAddress[quota],
    day: first.now,
    addresses: wanted.map(({ address }) => address),
  });
  const sent = new Set(wanted.filter((_, index) => fits[index]));
  await insertMails(tx, kind, mails, { accountId, delayMs, isSent: (mail) => sent.has(mail) });
  return mails.map((mail) => (sent.has(mail) ? "queued" : "withheld"));
}

/**
 * Queues a mail to the owner of an account or poll, which counts against no quota, because strangers could
 * otherwise suppress it. The caller bounds how many there are (docs/reference/mails.md#limits).
 */
export function queueNotice<Kind extends Exclude<MailKind, CountedMailKind>>(
  tx: PrismaTransaction,
  kind: Kind,
  accountId: bigint,
  mail: NewMail<Kind>,
  delayMs = 0,
): Promise<void> {
  return insertMails(tx, kind, [mail], { accountId, delayMs, isSent: () => true });
}

interface Queueing<Kind extends MailKind> {
  readonly accountId: bigint | undefined;
  readonly delayMs: number | undefined;
  readonly isSent: (mail: NewMail<Kind>) => boolean;
}

async function insertMails<Kind extends MailKind>(
  tx: PrismaTransaction,
  kind: Kind,
  mails: readonly NewMail<Kind>[],
  { accountId, delayMs = 0, isSent }: Queueing<Kind>,
): Promise<void> {
  const { rank, facts } = mailKinds[kind];
  const turn = await mailTurn(tx, accountId, kind);
  const rows = await tx.prisma.mail.createManyAndReturn({
    data: mails.map((mail) => {
      const { address, language, now, withheld: _, ...rest } = mail;
      return {
        kind,
        address,
        language,
        createdAt: now,
        accountId: accountId ?? null,
        ...(isSent(mail) ? {} : { state: "withheld", settledAt: now }),
        ...facts.parse(rest),
      };
    }),
    select: { id: true, state: true },
  });
  const jobs = rows
    .filter(({ state }) => state === "queued")
    .map(({ id }) => ({ mailId: String(id) }));
  const timing = { rank, ...turn, delayMs: Math.max(delayMs, mailDelayMs(kind)) };
  await sendAll(tx, sendMail, jobs, timing);
}
