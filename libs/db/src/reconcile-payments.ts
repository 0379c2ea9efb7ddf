import type { Queryable } from "./connect";

/** Payments whose figures do not fit each other; all of them empty is what must be. */
export interface PaymentDiscrepancies {
  /** The ledger adds up to something else than the payment says. */
  readonly ledger: readonly string[];
  /** Votes, by public id, with more or fewer paid ones than their payments have credited. */
  readonly votes: readonly string[];
  /** Participants and options that are paid for without a payment that counts, or the other way. */
  readonly fees: readonly string[];
  /** Money that may not stay and has not gone back within a day. */
  readonly owed: readonly string[];
  /** Open for more than a day, which no checkout lives; what nobody has begun to pay is not. */
  readonly stuck: readonly string[];
}

const DAY_MS = 24 * 3_600_000;

/**
 * Holds payments, their ledger and what counts because of them against each other (decisions 10).
 * Votes, participants and options that are gone are left out: nothing of them counts.
 */
export async function reconcilePayments(
  queryable: Queryable,
  now: Date,
): Promise<PaymentDiscrepancies> {
  const since = new Date(now.getTime() - DAY_MS);
  const ids = async (rows: PromiseLike<readonly { readonly id: string }[]>) =>
    (await rows).map(({ id }) => id);
  return {
    ledger: await ids(queryable.$queryRaw<{ id: string }[]>`
      SELECT p.public_id AS id FROM payments p
      LEFT JOIN LATERAL (
        SELECT sum(received) AS received, sum(refunded) AS refunded, sum(credited) AS credited
        FROM payment_entries e WHERE e.payment_id = p.id) e ON true
      WHERE (p.received, p.refunded, p.credited)
        IS DISTINCT FROM (coalesce(e.received, 0), coalesce(e.refunded, 0), coalesce(e.credited, 0))
      ORDER BY p.id`),
    votes: await ids(queryable.$queryRaw<{ id: string }[]>`
      SELECT v.public_id AS id FROM votes v
      LEFT JOIN (SELECT vote_public_id, sum(credited) AS credited FROM payments
                 WHERE kind = 'votes' GROUP BY vote_public_id) p ON p.vote_public_id = v.public_id
      WHERE v.paid_votes IS NOT NULL AND v.paid_votes <> coalesce(p.credited, 0)
      ORDER BY v.id`),
    fees: await ids(queryable.$queryRaw<{ id: string }[]>`
      SELECT p.public_id AS id FROM (
        SELECT *, sum(credited) OVER (PARTITION BY kind, participant_id, option_id) > 0 AS counts
        FROM payments WHERE kind IN ('voting_fee', 'submission_fee')
      ) p
      LEFT JOIN participants t ON p.kind = 'voting_fee' AND t.id = p.participant_id
      LEFT JOIN options o ON p.kind = 'submission_fee' AND o.id = p.option_id
      WHERE (t.id IS NOT NULL OR o.id IS NOT NULL) AND coalesce(t.paid, o.paid, false) <> p.counts
      ORDER BY p.id`),
    owed: await ids(queryable.$queryRaw<{ id: string }[]>`
      SELECT public_id AS id FROM payments
      WHERE rejection IS NOT NULL AND refunded < received AND updated_at < ${since} ORDER BY id`),
    stuck: await ids(queryable.$queryRaw<{ id: string }[]>`
      SELECT p.public_id AS id FROM payments p
      WHERE p.state IN ('created', 'open') AND p.ended_at IS NULL AND p.created_at < ${since}
        AND p.next_look_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM checkouts c WHERE c.payment_id = p.id
                        AND (c.state = 'processing' OR c.expires_at > ${now}))
      ORDER BY p.id`),
  };
}
