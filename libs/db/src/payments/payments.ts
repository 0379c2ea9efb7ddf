import {
  type Payment,
  type PaymentState,
  payableStates,
  pendingStates,
} from "@polls/domain/payments";
import { claimsDue } from "../sql/claim-due";
import { columns } from "../sql/columns";
import { columnOf, foundBy, type Queryable, rowsOf, type Transaction } from "../sql/queryable";
import { command, prepared, query } from "../sql/statement";

const isOneOf = (states: readonly PaymentState[]): string =>
  `state IN (${states.map((state) => `'${state}'`).join(", ")})`;

/** A payment that can still be paid. Equals the condition of the index `payments_one_a_vote`. */
export const payableCondition = `ended_at IS NULL AND ${isOneOf(payableStates)}`;

/** A payment that the service polls at the provider. */
export const pendingCondition = `ended_at IS NULL AND ${isOneOf(pendingStates)}`;

/** A refund `r` of a payment `p` that did not reach the payer, like `isFailing` of the domain. */
export const failingCondition = `r.state = 'failed' AND r.failure IS NOT NULL
  AND (r.provider_refund_id IS NULL OR p.rejection IS NOT NULL)`;

/** The columns of a new payment. The statement adds currency and state. */
export type NewPayment = Pick<
  Payment,
  | ("publicId" | "token" | "kind" | "pollId" | "participantId" | "optionId" | "votePublicId")
  | ("pollTitle" | "subject" | "quantity" | "unitAmount")
>;

/** An amount as an integer. Null if it is larger than the largest one. */
const smallAmount = (amount: string): string =>
  `CASE WHEN ${amount} < 2147483648 THEN ${amount}::int END`;

const insertSql = query<{ id: bigint }>(
  "insert-payments",
  `WITH payment AS (
     INSERT INTO payments (public_id, token, kind, poll_id, participant_id, option_id,
       vote_public_id, poll_title, subject, quantity, unit_price, unit_amount, currency,
       next_look_at, created_at, updated_at)
     SELECT r.*, ${smallAmount("r.unit_price")}, $12::text, $13::timestamptz, $14::timestamptz,
       $14::timestamptz
     FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[],
       $6::bigint[], $7::text[], $8::text[], $9::text[], $10::int[], $11::bigint[])
       AS r (public_id, token, kind, poll_id, participant_id, option_id, vote_public_id, poll_title,
         subject, quantity, unit_price)
     RETURNING id
   ), entry AS (
     INSERT INTO payment_entries (payment_id, after, at)
     SELECT id, 'created', $14::timestamptz FROM payment
   )
   SELECT id FROM payment`,
  prepared,
);

/** Inserts payments with the first entries of their ledgers. Returns their ids. */
export async function insertPayments(
  tx: Transaction,
  payments: readonly NewPayment[],
  of: { readonly currency: string; readonly now: Date; readonly nextCheckAt: Date },
): Promise<readonly bigint[]> {
  const statement = insertSql(
    ...columns(payments, "publicId", "token", "kind", "pollId", "participantId", "optionId"),
    ...columns(payments, "votePublicId", "pollTitle", "subject", "quantity", "unitAmount"),
    ...[of.currency, of.nextCheckAt, of.now],
  );
  const ids = await columnOf(tx, statement, "id");
  if (ids.length !== payments.length) throw new Error("a payment was not stored");
  return ids;
}

/** A payment of a vote that can still be paid. */
export interface PayablePayment {
  readonly id: bigint;
  readonly votePublicId: string;
  readonly token: string;
  readonly quantity: number;
  readonly unitAmount: number | null;
}

const payableSql = query<PayablePayment>(
  "find-payable-payments",
  `SELECT id, vote_public_id, token, quantity,
     coalesce(unit_price, unit_amount)::float8 AS unit_amount FROM payments
   WHERE vote_public_id = ANY($1::text[]) AND ${payableCondition}`,
  prepared,
);

/** The payments of votes that can still be paid, by vote. Each vote has at most one. */
export const findPayablePayments = (queryable: Queryable, votePublicIds: readonly string[]) =>
  foundBy(queryable, payableSql, votePublicIds, "votePublicId", (payment) => payment);

const endSql = command(
  "end-payments",
  `UPDATE payments SET ended_at = $2::timestamptz, updated_at = $2::timestamptz,
     version = version + 1 WHERE id = ANY($1::bigint[])`,
  prepared,
);

/** Marks payments as ended. The caller sends the jobs that close their checkouts. */
export const markPaymentsEnded = (tx: Transaction, ids: readonly bigint[], now: Date) =>
  tx.run(endSql(ids.map(String), now));

const insertFeesSql = query<{ fees: number }>(
  "insert-fees",
  `WITH asked AS (
     INSERT INTO payments (public_id, token, kind, poll_id, participant_id, poll_title, subject,
       quantity, unit_price, unit_amount, currency, created_at, updated_at)
     SELECT public_id, token, $4::text, $5::bigint, participant_id, $6::text, $7::text, 1, $8::bigint,
       ${smallAmount("$8::bigint")}, $9::text, $10::timestamptz, $10::timestamptz
     FROM unnest($1::text[], $2::text[], $3::bigint[]) AS new (public_id, token, participant_id)
     RETURNING id
   ), entry AS (
     INSERT INTO payment_entries (payment_id, after, at)
     SELECT id, 'created', $10::timestamptz FROM asked
   )
   SELECT count(*)::int AS fees FROM asked`,
);

/** Inserts a payment of a fee, with its first ledger entry, for each participant. Checkouts are opened later. */
export const insertFees = (
  tx: Transaction,
  payers: readonly Pick<NewPayment, "publicId" | "token" | "participantId">[],
  fee: Pick<NewPayment, "kind" | "pollId" | "pollTitle" | "subject" | "unitAmount"> & {
    readonly currency: string;
    readonly now: Date;
  },
) =>
  tx.run(
    insertFeesSql(
      ...columns(payers, "publicId", "token", "participantId"),
      ...[fee.kind, fee.pollId, fee.pollTitle, fee.subject ?? null, fee.unitAmount ?? null],
      ...[fee.currency, fee.now],
    ),
  );

const lockSql = {
  byId: command("lock-payment", "SELECT id FROM payments WHERE id = $1::bigint FOR NO KEY UPDATE"),
  byPublicId: command(
    "lock-payment-by-public-id",
    "SELECT id FROM payments WHERE public_id = $1::text FOR NO KEY UPDATE",
  ),
} as const;

/** Locks a payment until the transaction ends. */
export const lockPayment = (
  tx: Transaction,
  of: { readonly id: bigint } | { readonly publicId: string },
) => tx.run("id" in of ? lockSql.byId(of.id) : lockSql.byPublicId(of.publicId));

/** Leases payments that are due for a check. */
export const claimDuePayments = claimsDue<{ readonly id: bigint }>("claim-due-payments", {
  table: "payments",
  key: "id",
  columns: "id",
});

export interface PaymentTotals {
  readonly currency: string;
  readonly payments: number;
  readonly paid: number;
  readonly received: number;
  readonly refunded: number;
  readonly votes: number;
}

const totalsSql = query<PaymentTotals>(
  "payment-totals",
  `SELECT currency, count(*)::int AS payments, count(*) FILTER (WHERE state = 'paid')::int AS paid,
          sum(received)::float8 AS received, sum(refunded)::float8 AS refunded,
          coalesce(sum(credited) FILTER (WHERE kind = 'votes'), 0)::int AS votes
   FROM payments WHERE poll_id = $1::bigint GROUP BY currency ORDER BY currency`,
);

/** The totals of a poll's payments, by currency. */
export const findPaymentTotals = (queryable: Queryable, pollId: bigint) =>
  rowsOf(queryable, totalsSql(pollId));

/** A payment whose payer has not got back all money that the service returns. */
export interface OwedPayment {
  readonly id: string;
  readonly poll: string;
  readonly kind: string;
  readonly owed: number;
  readonly currency: string;
  /** Why the money cannot be accepted. Null: an admin refunds it. */
  readonly rejection: string | null;
  /** Why the last refund failed. Null: none failed. */
  readonly failure: string | null;
  readonly since: Date;
  /** When a refused refund is sent again. Null: not automatically, or none was refused. */
  readonly retryAt: Date | null;
}

const owedSql = query<OwedPayment>(
  "list-owed-payments",
  `SELECT p.public_id AS id, p.poll_title AS poll, p.kind,
     (CASE WHEN p.rejection IS NULL THEN r.amount ELSE p.received - p.refunded END)::float8 AS owed,
     p.currency, p.rejection, r.failure, coalesce(r.created_at, p.updated_at) AS since, r.retry_at
   FROM payments p LEFT JOIN LATERAL (
     SELECT sum(amount) AS amount, min(created_at) AS created_at, min(retry_at) AS retry_at,
       (array_agg(failure ORDER BY id DESC))[1] AS failure
     FROM refunds r WHERE r.payment_id = p.id AND ${failingCondition} HAVING count(*) > 0) r ON true
   WHERE p.state = 'paid' AND p.refunded < p.received
     AND (p.rejection IS NOT NULL OR r.amount IS NOT NULL)
   ORDER BY since LIMIT $1::int`,
);

/** The payments whose money the service still owes to payers, the oldest first. */
export const findOwedPayments = (queryable: Queryable, limit: number) =>
  rowsOf(queryable, owedSql(limit));

/** A payment about which a bank asks, without having taken money. */
export interface InquiredPayment {
  readonly id: string;
  readonly poll: string;
  readonly kind: string;
  readonly received: number;
  readonly currency: string;
  readonly since: Date;
  readonly dueAt: Date | null;
}

const inquiredSql = query<InquiredPayment>(
  "list-inquired-payments",
  `SELECT public_id AS id, poll_title AS poll, kind, received::float8 AS received, currency,
     inquiry_opened_at AS since, inquiry_due_at AS due_at
   FROM payments WHERE inquiry_opened_at IS NOT NULL ORDER BY since LIMIT $1::int`,
);

/** The payments with an open inquiry, the oldest first. */
export const findInquiredPayments = (queryable: Queryable, limit: number) =>
  rowsOf(queryable, inquiredSql(limit));
