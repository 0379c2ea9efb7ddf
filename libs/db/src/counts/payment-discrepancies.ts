import { failingCondition, pendingCondition } from "../payments/payments";
import { columnOf, type Queryable } from "../sql/queryable";
import { query } from "../sql/statement";

/** Payments with inconsistent amounts, by public id. Every list must be empty. */
export interface PaymentDiscrepancies {
  /** Payments whose ledger does not add up to their figures. */
  readonly ledger: readonly string[];
  /**
   * Votes whose paid part differs from the credits of their payments, or is more than their value, or
   * that are missing. A vote
   * counts as missing while its participant and option exist; only another program can delete such
   * a vote.
   */
  readonly votes: readonly string[];
  /** Payments of participants or options that are marked as paid without a credited payment, or the reverse. */
  readonly fees: readonly string[];
  /** Rejected payments whose money was not refunded within a day. */
  readonly owed: readonly string[];
  /** Payments whose payer still waits for money, because a refund was refused or returned. */
  readonly refund_failed: readonly string[];
  /** Payments that are open for more than a day. No checkout is open that long. */
  readonly stuck: readonly string[];
  /** Payments to owners whose money taken back differs from that refunded or lost, for more than a day. */
  readonly transfers: readonly string[];
}

const DAY_MS = 24 * 3_600_000;

const ledgerSql = query<{ id: string }>(
  "payments-off-ledger",
  `SELECT p.public_id AS id FROM payments p
   LEFT JOIN LATERAL (
     SELECT sum(received) AS received, sum(refunded) AS refunded, sum(credited) AS credited
     FROM payment_entries e WHERE e.payment_id = p.id) e ON true
   WHERE (p.received, p.refunded, p.credited)
     IS DISTINCT FROM (coalesce(e.received, 0), coalesce(e.refunded, 0), coalesce(e.credited, 0))
   ORDER BY p.id`,
);

const votesSql = query<{ id: string }>(
  "payments-off-votes",
  `WITH bought AS (
     SELECT vote_public_id, sum(credited) AS credited FROM payments
     WHERE kind = 'votes' AND vote_public_id IS NOT NULL GROUP BY vote_public_id
   ), off AS (
     SELECT v.public_id AS id FROM votes v
     LEFT JOIN bought b ON b.vote_public_id = v.public_id
     WHERE v.paid_votes IS NOT NULL AND (v.paid_votes <> coalesce(b.credited, 0)
       OR v.paid_votes > coalesce(v.value, 0))
     UNION ALL
     SELECT b.vote_public_id FROM bought b
     LEFT JOIN votes v ON v.public_id = b.vote_public_id
     WHERE b.credited > 0 AND v.paid_votes IS NULL
       AND (v.id IS NOT NULL OR EXISTS (
         SELECT FROM payments p
         JOIN polls ON polls.id = p.poll_id AND polls.deleted_at IS NULL
         JOIN participants t ON t.id = p.participant_id
         JOIN options o ON o.id = p.option_id
         WHERE p.vote_public_id = b.vote_public_id))
   )
   SELECT id FROM off ORDER BY id`,
);

const feesSql = query<{ id: string }>(
  "payments-off-fees",
  `SELECT p.public_id AS id FROM (
     SELECT *, sum(credited) OVER (PARTITION BY kind, participant_id, option_id) > 0 AS counts
     FROM payments WHERE kind IN ('voting_fee', 'submission_fee')
   ) p
   LEFT JOIN participants t ON p.kind = 'voting_fee' AND t.id = p.participant_id
   LEFT JOIN options o ON p.kind = 'submission_fee' AND o.id = p.option_id
   WHERE (t.id IS NOT NULL OR o.id IS NOT NULL) AND coalesce(t.paid, o.paid, false) <> p.counts
   ORDER BY p.id`,
);

const owedSql = query<{ id: string }>(
  "payments-owed",
  `SELECT public_id AS id FROM payments
   WHERE rejection IS NOT NULL AND refunded < received AND updated_at < $1::timestamptz
   ORDER BY id`,
);

const refundFailedSql = query<{ id: string }>(
  "payments-refund-failed",
  `SELECT p.public_id AS id FROM payments p
   WHERE p.refunded < p.received AND p.state = 'paid'
     AND EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id AND ${failingCondition})
   ORDER BY p.id`,
);

const stuckSql = query<{ id: string }>(
  "payments-stuck",
  `SELECT p.public_id AS id FROM payments p
   WHERE ${pendingCondition} AND p.created_at < $1::timestamptz
     AND p.next_look_at IS NOT NULL
     AND NOT EXISTS (SELECT FROM checkouts c WHERE c.payment_id = p.id
                     AND (c.state = 'processing' OR c.expires_at > $2::timestamptz))
   ORDER BY p.id`,
);

const transfersSql = query<{ id: string }>(
  "payments-off-transfers",
  `SELECT p.public_id AS id FROM payments p
   WHERE p.updated_at < $1::timestamptz
     AND EXISTS (SELECT FROM checkouts c WHERE c.payment_id = p.id
                 AND c.destination IS NOT NULL AND c.to_reverse <> c.reversed)
   ORDER BY p.id`,
);

/**
 * Compares payments of all shards with their ledger and with the votes and fees that they paid for
 * (docs/reference/payments.md). Ignores votes of deleted polls, participants or options, and fees
 * of deleted participants or options.
 */
export async function findPaymentDiscrepancies(
  shards: readonly Queryable[],
  now: Date,
): Promise<PaymentDiscrepancies> {
  const since = new Date(now.getTime() - DAY_MS);
  const ids = async (statement: ReturnType<typeof ledgerSql>) =>
    (await Promise.all(shards.map((each) => columnOf(each, statement, "id")))).flat();
  return {
    ledger: await ids(ledgerSql()),
    votes: await ids(votesSql()),
    fees: await ids(feesSql()),
    owed: await ids(owedSql(since)),
    refund_failed: await ids(refundFailedSql()),
    stuck: await ids(stuckSql(since, now)),
    transfers: await ids(transfersSql(since)),
  };
}
