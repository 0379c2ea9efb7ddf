import { createHmac } from "node:crypto";
import type { MailBudget, MailRequester } from "@polls/domain/mails";
import { mailboxOf } from "@polls/domain/opt-ins";
import { hexOf } from "../sql/columns";
import { changesOf, type Transaction } from "../sql/queryable";
import { command, prepared, query } from "../sql/statement";

type AddressQuota = "polls" | "sign_in";

type AccountQuota = "invitations" | "opt_ins" | "passkeys";

type MailSubject =
  | { readonly kind: AccountQuota; readonly accountId: bigint; readonly requester?: MailRequester }
  | { readonly kind: AddressQuota; readonly address: string; readonly requester?: MailRequester };

const nameOf = (subject: MailSubject): string => {
  const of = subject.requester === undefined ? "" : `\0${subject.requester}`;
  if ("accountId" in subject) return `${subject.kind}\0${subject.accountId}${of}`;
  return `mails ${subject.kind}\0${mailboxOf(subject.address)}${of}`;
};

/** The key of a row. It does not reveal the address. */
const keyOf = (key: string, subject: MailSubject): Buffer =>
  createHmac("sha256", key).update(nameOf(subject)).digest();

const dayOf = "($2::timestamptz AT TIME ZONE 'UTC')::date";

const beginSql = command(
  "begin-mail-counts",
  `INSERT INTO mail_counts (subject, day, count)
   SELECT subject, ${dayOf}, 0 FROM unnest($1::bytea[]) AS new(subject) ORDER BY subject
   ON CONFLICT DO NOTHING`,
  prepared,
);

// Rows are locked in the order of their keys, so that two statements cannot deadlock.
const takeSql = query<{ subject: Uint8Array; count: number }>(
  "take-mails",
  `UPDATE mail_counts c SET count = c.count + $3::int
   FROM (
     SELECT held.subject, held.day FROM unnest($1::bytea[], $4::int[]) AS asked(subject, most)
       JOIN mail_counts held ON held.subject = asked.subject AND held.day = ${dayOf}
     WHERE held.count + $3::int <= asked.most ORDER BY held.subject FOR UPDATE OF held
   ) AS room
   WHERE c.subject = room.subject AND c.day = room.day
   RETURNING c.subject, c.count`,
  prepared,
);

const subjectsOf = (counted: readonly { readonly subject: Buffer }[]): readonly Buffer[] =>
  counted.map(({ subject }) => subject);

interface Taking {
  readonly key: string;
  /** The number of mails for each subject. The default is 1. */
  readonly count?: number;
  /** A time within the day. Days are in UTC. */
  readonly day: Date;
}

/** Counts mails and returns the new counts: undefined where the mails exceed the quota, and are not counted. */
async function take(
  tx: Transaction,
  { key, count = 1, day }: Taking,
  wanted: readonly { readonly subject: MailSubject; readonly limit: number }[],
): Promise<readonly (number | undefined)[]> {
  if (wanted.length === 0) return [];
  const budgets = wanted.map(({ subject, limit }) => ({ subject: keyOf(key, subject), limit }));
  const taken = new Map<string, number>();
  const left = () => budgets.filter(({ subject }) => !taken.has(hexOf(subject)));
  const takeLeft = async () => {
    const limits = left().map(({ limit }) => limit);
    const { rows } = await tx.run(takeSql(subjectsOf(left()), day, count, limits));
    for (const row of rows) taken.set(hexOf(row.subject), row.count);
  };
  // The update comes first: on Citus it locks the table, and an insert before it would let two transactions deadlock.
  await takeLeft();
  if (left().length > 0) {
    await tx.run(beginSql(subjectsOf(left()), day));
    await takeLeft();
  }
  return budgets.map(({ subject }) => taken.get(hexOf(subject)));
}

interface AccountDemand extends Taking {
  readonly accountId: bigint;
  readonly limit: number;
  /** A requester that may cause only a part of them. If it is false, roll back: the account's count may be taken. */
  readonly share?: { readonly requester: MailRequester; readonly limit: number };
}

/** Counts mails that an account causes on a day, if they fit its quota (docs/reference/mails.md#quotas). */
export async function takeMailsOfAccount(
  tx: Transaction,
  kind: AccountQuota,
  { accountId, limit, share, ...taking }: AccountDemand,
): Promise<boolean> {
  const subject = { kind, accountId };
  const ofRequester = share && {
    subject: { ...subject, requester: share.requester },
    limit: share.limit,
  };
  const counts = await take(tx, taking, [
    { subject, limit },
    ...(ofRequester ? [ofRequester] : []),
  ]);
  return counts.every((count) => count !== undefined);
}

/** Mails to addresses that must be counted. */
export interface MailDemand {
  readonly key: string;
  readonly quota: AddressQuota;
  readonly addresses: readonly string[];
  /** The requesters of the mails. Empty for digests, which no single request causes. */
  readonly requesters: readonly MailRequester[];
  readonly budget: MailBudget;
  /** A time within the day. Days are in UTC. */
  readonly day: Date;
}

/**
 * Counts mails of a day to addresses, in the transaction that queues them. Returns true for each
 * address whose budget allows the mail. Part of the budget is reserved for requesters that have
 * sent no mail to the address that day
 * (docs/reference/mails.md#who-may-spend-the-mails-of-an-address).
 */
export async function takeMails(tx: Transaction, demand: MailDemand): Promise<readonly boolean[]> {
  const { addresses } = demand;
  const allowed = addresses.map(() => false);
  let left = [...addresses.keys()];
  while (left.length > 0) {
    // A statement counts a mailbox once, so further mails to it need another statement.
    const firsts = new Map<string, number>();
    for (const index of left) {
      const mailbox = mailboxOf(addresses[index] ?? "");
      if (!firsts.has(mailbox)) firsts.set(mailbox, index);
    }
    const indexes = [...firsts.values()];
    const taken = await takeOneEach(tx, {
      ...demand,
      addresses: indexes.map((index) => addresses[index] ?? ""),
    });
    for (const [at, index] of indexes.entries()) allowed[index] = taken[at] === true;
    const done = new Set(indexes);
    // A mailbox whose budget is used up needs no further statement.
    left = left.filter((index) => {
      const first = firsts.get(mailboxOf(addresses[index] ?? ""));
      return !done.has(index) && first !== undefined && allowed[first] === true;
    });
  }
  return allowed;
}

/** Counts one mail to each address. Each mailbox appears once. */
async function takeOneEach(
  tx: Transaction,
  { key, quota: kind, addresses, requesters, budget, day }: MailDemand,
): Promise<readonly boolean[]> {
  const requests = addresses.flatMap((address) =>
    requesters.map((requester) => ({ subject: { kind, address, requester }, limit: budget.ofDay })),
  );
  const counts = await take(tx, { key, day }, requests);
  const isFirst = (index: number): boolean =>
    requesters.length > 0 &&
    requesters.every((_, each) => counts[index * requesters.length + each] === 1);
  const wanted = addresses.map((address, index) => ({
    subject: { kind, address },
    limit: isFirst(index) ? budget.ofDay : budget.ofDay - budget.kept,
  }));
  return (await take(tx, { key, day }, wanted)).map((count) => count !== undefined);
}

const deleteOldSql = command(
  "delete-old-mail-counts",
  `DELETE FROM mail_counts WHERE (subject, day) IN (
     SELECT subject, day FROM mail_counts WHERE day < ($1::timestamptz AT TIME ZONE 'UTC')::date
     LIMIT $2::int)`,
);

/** Deletes up to `limit` counts of days before the UTC day of `before`. Returns their number. */
export const deleteOldMailCounts = (tx: Transaction, before: Date, limit: number) =>
  changesOf(tx, deleteOldSql(before, limit));
