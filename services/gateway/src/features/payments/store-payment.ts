import { newPublicId, type Sql } from "@polls/db";
import type { PaymentKind } from "@polls/domain/payments";
import { CHECKOUTS_A_JOB, endPayment, openCheckout, openCheckouts } from "@polls/jobs";
import { type OutboxTransaction, send, sendAll } from "@polls/jobs/outbox";

/** A payment that is about to be asked for. */
export interface PaymentDraft {
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

/** Until the provider is asked about it though nothing was heard (decisions 10). */
export const FIRST_LOOK_MS = 10 * 60_000;

const SUBJECT_MAX = 255;

/**
 * Stores payments and has their checkouts opened, in the transaction of their cause; gives the tokens
 * of their pages, in order.
 */
export async function storePayments(
  sql: Sql,
  drafts: readonly PaymentDraft[],
  { currency, now }: { readonly currency: string; readonly now: Date },
): Promise<readonly string[]> {
  if (drafts.length === 0) return [];
  const tokens = drafts.map(() => newPublicId());
  const rows = await sql<{ id: bigint }>({
    name: "store-payments",
    text: `WITH payment AS (
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
    values: [
      drafts.map(() => newPublicId()),
      tokens,
      drafts.map(({ kind }) => kind),
      drafts.map(({ pollId }) => String(pollId)),
      drafts.map(({ participantId }) => idText(participantId)),
      drafts.map(({ optionId }) => idText(optionId)),
      drafts.map(({ votePublicId }) => votePublicId ?? null),
      drafts.map(({ pollTitle }) => pollTitle),
      drafts.map(({ subject }) => subject?.slice(0, SUBJECT_MAX) ?? null),
      drafts.map(({ quantity }) => quantity),
      drafts.map(({ unitAmount }) => unitAmount ?? null),
      currency,
      new Date(now.getTime() + FIRST_LOOK_MS),
      now,
    ],
  });
  if (rows.length !== drafts.length) throw new Error("a payment was not stored");
  await sendOpening(
    outboxOf(sql),
    rows.map(({ id }) => String(id)),
  );
  return tokens;
}

/** Payments that are stored together share a job. */
async function sendOpening(tx: OutboxTransaction, ids: readonly string[]): Promise<void> {
  const [paymentId = ""] = ids;
  if (ids.length === 1) return send(tx, openCheckout, { paymentId });
  const jobs = Math.ceil(ids.length / CHECKOUTS_A_JOB);
  const shares = Array.from({ length: jobs }, (_, job) => ({
    paymentIds: ids.slice(job * CHECKOUTS_A_JOB, (job + 1) * CHECKOUTS_A_JOB),
  }));
  await sendAll(tx, openCheckouts, shares);
}

const toPayment = ({ id }: { readonly id: bigint }) => ({ paymentId: String(id) });

const idText = (id: bigint | undefined): string | null => (id === undefined ? null : String(id));

interface LivePayment {
  readonly id: bigint;
  readonly votePublicId: string;
  readonly token: string;
  readonly quantity: number;
  readonly unitAmount: number | null;
}

/** The payments of votes that can still be paid, by the vote; each has at most one. */
export async function findLivePayments(
  sql: Sql,
  votePublicIds: readonly string[],
): Promise<ReadonlyMap<string, LivePayment>> {
  if (votePublicIds.length === 0) return new Map();
  const live = await sql<LivePayment>({
    name: "live-payments",
    text: `SELECT id, vote_public_id, token, quantity, unit_amount FROM payments
           WHERE vote_public_id = ANY($1::text[]) AND ended_at IS NULL
             AND state IN ('created', 'open', 'expired', 'failed')`,
    values: [votePublicIds],
  });
  return new Map(live.map((payment) => [payment.votePublicId, payment]));
}

/** Ends payments: their pages say so at once, and the provider is told by jobs. */
export async function replacePayments(
  sql: Sql,
  payments: readonly { readonly id: bigint }[],
  now: Date,
): Promise<void> {
  if (payments.length === 0) return;
  await sql({
    name: "replace-payments",
    text: `UPDATE payments SET ended_at = $2::timestamptz, updated_at = $2::timestamptz,
             version = version + 1 WHERE id = ANY($1::bigint[])`,
    values: [payments.map(({ id }) => String(id)), now],
  });
  await sendAll(outboxOf(sql), endPayment, payments.map(toPayment));
}

/** The outbox on the connection of a hand-written statement. */
const outboxOf = (sql: Sql): OutboxTransaction => ({
  query: async (text: string, values: unknown[]) => ({
    rowCount: (await sql({ name: "send-payment-jobs", text, values })).length,
  }),
});
