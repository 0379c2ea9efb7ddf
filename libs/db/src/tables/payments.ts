import type { PaymentKind } from "@polls/domain/payments";
import type { Transaction } from "../sql/queryable";
import { command, prepared, query } from "../sql/statement";
import { column } from "./columns";

export interface NewPayment {
  readonly publicId: string;
  /** Names the payment's page. */
  readonly token: string;
  readonly kind: PaymentKind;
  readonly pollId: bigint;
  readonly participantId: bigint | undefined;
  readonly optionId: bigint | undefined;
  readonly votePublicId: string | undefined;
  readonly pollTitle: string;
  readonly subject: string | undefined;
  readonly quantity: number;
  /** In the minor unit of the currency; undefined: the payer names the amount. */
  readonly unitAmount: number | undefined;
}

const insertSql = query<{ id: bigint }>(
  "insert-payments",
  `WITH payment AS (
     INSERT INTO payments (public_id, token, kind, poll_id, participant_id, option_id,
       vote_public_id, poll_title, subject, quantity, unit_amount, currency, next_look_at,
       created_at, updated_at)
     SELECT r.*, $12::text, $13::timestamptz, $14::timestamptz, $14::timestamptz
     FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[],
       $6::bigint[], $7::text[], $8::text[], $9::text[], $10::int[], $11::int[]) AS r
     RETURNING id
   ), entry AS (
     INSERT INTO payment_entries (payment_id, after, at)
     SELECT id, 'created', $14::timestamptz FROM payment
   )
   SELECT id FROM payment`,
  prepared,
);

/** Inserts payments with the first entries of their ledgers; returns their ids. */
export async function insertPayments(
  tx: Transaction,
  payments: readonly NewPayment[],
  of: { readonly currency: string; readonly now: Date; readonly nextLookAt: Date },
): Promise<readonly bigint[]> {
  const { rows } = await tx.run(
    insertSql(
      column(payments, ({ publicId }) => publicId),
      column(payments, ({ token }) => token),
      column(payments, ({ kind }) => kind),
      column(payments, ({ pollId }) => pollId),
      column(payments, ({ participantId }) => participantId),
      column(payments, ({ optionId }) => optionId),
      column(payments, ({ votePublicId }) => votePublicId),
      column(payments, ({ pollTitle }) => pollTitle),
      column(payments, ({ subject }) => subject),
      column(payments, ({ quantity }) => quantity),
      column(payments, ({ unitAmount }) => unitAmount),
      of.currency,
      of.nextLookAt,
      of.now,
    ),
  );
  if (rows.length !== payments.length) throw new Error("a payment was not stored");
  return rows.map(({ id }) => id);
}

/** A payment of a vote that can still be paid. */
export interface LivePayment {
  readonly id: bigint;
  readonly votePublicId: string;
  readonly token: string;
  readonly quantity: number;
  readonly unitAmount: number | null;
}

const liveSql = query<LivePayment>(
  "find-live-payments",
  `SELECT id, vote_public_id, token, quantity, unit_amount FROM payments
   WHERE vote_public_id = ANY($1::text[]) AND ended_at IS NULL
     AND state IN ('created', 'open', 'expired', 'failed')`,
  prepared,
);

/** The payments of votes that can still be paid, by the vote. Each vote has at most one. */
export async function findLivePayments(
  tx: Transaction,
  votePublicIds: readonly string[],
): Promise<ReadonlyMap<string, LivePayment>> {
  if (votePublicIds.length === 0) return new Map();
  const { rows } = await tx.run(liveSql(votePublicIds));
  return new Map(rows.map((payment) => [payment.votePublicId, payment]));
}

const endSql = command(
  "end-payments",
  `UPDATE payments SET ended_at = $2::timestamptz, updated_at = $2::timestamptz,
     version = version + 1 WHERE id = ANY($1::bigint[])`,
  prepared,
);

/** Marks payments as ended. The caller sends the jobs that close their checkouts. */
export async function markPaymentsEnded(
  tx: Transaction,
  ids: readonly bigint[],
  now: Date,
): Promise<void> {
  await tx.run(endSql(ids.map(String), now));
}
