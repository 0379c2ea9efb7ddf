import { createHmac } from "node:crypto";
import { foldAddress } from "@polls/domain/opt-ins";
import type { Transaction } from "../sql/queryable";
import { command, prepared, query } from "../sql/statement";

/** What has a number of mails a day. */
export type MailSubject =
  | { readonly kind: "invitations"; readonly accountId: bigint }
  | { readonly kind: "polls" | "sign_in"; readonly address: string };

const nameOf = (subject: MailSubject): string =>
  "address" in subject
    ? `mails ${subject.kind}\0${foldAddress(subject.address)}`
    : `${subject.kind}\0${subject.accountId}`;

/** The key of a row: no row tells an address. */
const keyOf = (key: string, subject: MailSubject): Buffer =>
  createHmac("sha256", key).update(nameOf(subject)).digest();

export interface MailDemand {
  readonly subjects: readonly MailSubject[];
  /** Mails for each subject. */
  readonly count?: number;
  /** Of a day. */
  readonly limit: number;
  /** A moment of the day, which is one of UTC. */
  readonly day: Date;
}

// Rows are locked in the order of their keys, so that two statements never wait for each other.
const takeSql = query<{ subject: Uint8Array }>(
  "take-mails",
  `INSERT INTO mail_counts AS c (subject, day, count)
   SELECT subject, ($2::timestamptz AT TIME ZONE 'UTC')::date, $3::int
   FROM unnest($1::bytea[]) AS new(subject) WHERE $3::int <= $4::int ORDER BY subject
   ON CONFLICT (subject, day) DO UPDATE SET count = c.count + excluded.count
     WHERE c.count + excluded.count <= $4::int
   RETURNING subject`,
  prepared,
);

/**
 * Counts mails of a day in the transaction that queues them (docs/reference/mails.md#quotas). True for each
 * subject whose mails fit within the limit; the others are not counted. Each subject is given once.
 */
export async function takeMails(
  tx: Transaction,
  key: string,
  { subjects, count = 1, limit, day }: MailDemand,
): Promise<readonly boolean[]> {
  if (subjects.length === 0) return [];
  const keys = subjects.map((subject) => keyOf(key, subject));
  const { rows } = await tx.run(takeSql(keys, day, count, limit));
  const taken = new Set(rows.map(({ subject }) => Buffer.from(subject).toString("hex")));
  return keys.map((one) => taken.has(one.toString("hex")));
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
