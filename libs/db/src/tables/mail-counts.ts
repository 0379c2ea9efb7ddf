import { createHmac } from "node:crypto";
import type { MailBudget, MailRequester } from "@polls/domain/mails";
import { foldAddress } from "@polls/domain/opt-ins";
import type { Transaction } from "../sql/queryable";
import { command, prepared, query } from "../sql/statement";

/** A quota of the mails to an address. */
type AddressQuota = "polls" | "sign_in";

/** What has a number of mails a day. */
type MailSubject =
  | { readonly kind: "invitations"; readonly accountId: bigint }
  | { readonly kind: AddressQuota; readonly address: string; readonly requester?: MailRequester };

const nameOf = (subject: MailSubject): string => {
  if (subject.kind === "invitations") return `${subject.kind}\0${subject.accountId}`;
  const { kind, address, requester } = subject;
  const of = requester === undefined ? "" : `\0${requester}`;
  return `mails ${kind}\0${foldAddress(address)}${of}`;
};

/** The key of a row: no row tells an address. */
const keyOf = (key: string, subject: MailSubject): Buffer =>
  createHmac("sha256", key).update(nameOf(subject)).digest();

// Rows are locked in the order of their keys, so that two statements never wait for each other.
const takeSql = query<{ subject: Uint8Array; count: number }>(
  "take-mails",
  `INSERT INTO mail_counts AS c (subject, day, count)
   SELECT subject, ($2::timestamptz AT TIME ZONE 'UTC')::date, $3::int
   FROM unnest($1::bytea[], $4::int[]) AS new(subject, most) WHERE $3::int <= most ORDER BY subject
   ON CONFLICT (subject, day) DO UPDATE SET count = c.count + excluded.count
     WHERE c.count + excluded.count <= ($4::int[])[array_position($1::bytea[], excluded.subject)]
   RETURNING subject, c.count`,
  prepared,
);

interface Taking {
  readonly key: string;
  /** Mails for each subject. */
  readonly count?: number;
  /** A moment of the day, which is one of UTC. */
  readonly day: Date;
}

/** Counts mails for each subject. Returns the new counts; undefined where they do not fit and are not counted. */
async function take(
  tx: Transaction,
  { key, count = 1, day }: Taking,
  wanted: readonly { readonly subject: MailSubject; readonly limit: number }[],
): Promise<readonly (number | undefined)[]> {
  if (wanted.length === 0) return [];
  const keys = wanted.map(({ subject }) => keyOf(key, subject));
  const limits = wanted.map(({ limit }) => limit);
  const { rows } = await tx.run(takeSql(keys, day, count, limits));
  const taken = new Map(rows.map((row) => [Buffer.from(row.subject).toString("hex"), row.count]));
  return keys.map((one) => taken.get(one.toString("hex")));
}

/** Counts invitations of an account and day (docs/reference/mails.md#quotas). True where they fit. */
export async function takeInvitations(
  tx: Transaction,
  { accountId, limit, ...taking }: Taking & { readonly accountId: bigint; readonly limit: number },
): Promise<boolean> {
  const subject = { kind: "invitations", accountId } as const;
  const [count] = await take(tx, taking, [{ subject, limit }]);
  return count !== undefined;
}

/** Mails to addresses that are to be counted, each address once. */
export interface MailDemand {
  readonly key: string;
  readonly quota: AddressQuota;
  readonly addresses: readonly string[];
  /** Who causes the mails; empty for digests, which no request asks for one by one. */
  readonly requesters: readonly MailRequester[];
  readonly budget: MailBudget;
  /** A moment of the day, which is one of UTC. */
  readonly day: Date;
}

/**
 * Counts mails of a day to addresses in the transaction that queues them. True for each address whose mail may
 * be sent: where the budget has room, of which a part is kept for requesters that have caused no mail to the
 * address that day (docs/reference/mails.md#who-may-spend-the-mails-of-an-address).
 */
export async function takeMails(
  tx: Transaction,
  { key, quota: kind, addresses, requesters, budget, day }: MailDemand,
): Promise<readonly boolean[]> {
  const asked = addresses.flatMap((address) =>
    requesters.map((requester) => ({
      subject: { kind, address, requester },
      limit: budget.ofDay,
    })),
  );
  const counts = await take(tx, { key, day }, asked);
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

/** Deletes counts of days before the day of a moment; returns their number. */
export async function deleteOldMailCounts(
  tx: Transaction,
  before: Date,
  limit: number,
): Promise<number> {
  return (await tx.run(deleteOldSql(before, limit))).rowCount;
}
