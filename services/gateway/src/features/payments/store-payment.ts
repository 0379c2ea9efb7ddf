import { newPublicId, type Sql } from "@polls/db";
import type { PaymentKind } from "@polls/domain";
import { endPayment, openCheckout } from "@polls/jobs";
import { type OutboxTransaction, send } from "@polls/jobs/outbox";

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

/** Stores a payment and has its checkout opened, in the transaction of its cause; gives the token of its page. */
export async function storePayment(
  sql: Sql,
  draft: PaymentDraft,
  { currency, now }: { readonly currency: string; readonly now: Date },
): Promise<string> {
  const token = newPublicId();
  const [row] = await sql<{ id: bigint }>({
    name: "store-payment",
    text: `WITH payment AS (
             INSERT INTO payments (public_id, token, kind, poll_id, participant_id, option_id,
               vote_public_id, poll_title, subject, quantity, unit_amount, currency, next_look_at,
               created_at, updated_at)
             VALUES ($1::text, $2::text, $3::text, $4::bigint, $5::bigint, $6::bigint, $7::text,
               $8::text, $9::text, $10::int, $11::int, $12::text, $13::timestamptz,
               $14::timestamptz, $14::timestamptz)
             RETURNING id
           ), entry AS (
             INSERT INTO payment_entries (payment_id, after, at)
             SELECT id, 'created', $14::timestamptz FROM payment
           )
           SELECT id FROM payment`,
    values: [
      newPublicId(),
      token,
      draft.kind,
      String(draft.pollId),
      idText(draft.participantId),
      idText(draft.optionId),
      draft.votePublicId ?? null,
      draft.pollTitle,
      draft.subject?.slice(0, SUBJECT_MAX) ?? null,
      draft.quantity,
      draft.unitAmount ?? null,
      currency,
      new Date(now.getTime() + FIRST_LOOK_MS),
      now,
    ],
  });
  if (row === undefined) throw new Error("a payment was not stored");
  await send(outboxOf(sql), openCheckout, { paymentId: String(row.id) });
  return token;
}

const idText = (id: bigint | undefined): string | null => (id === undefined ? null : String(id));

interface LivePayment {
  readonly id: bigint;
  readonly token: string;
  readonly quantity: number;
  readonly unitAmount: number | null;
}

/** The payment of a vote that can still be paid; there is at most one. */
export async function findLivePayment(
  sql: Sql,
  votePublicId: string,
): Promise<LivePayment | undefined> {
  const [live] = await sql<LivePayment>({
    name: "live-payment",
    text: `SELECT id, token, quantity, unit_amount FROM payments
           WHERE vote_public_id = $1::text AND ended_at IS NULL
             AND state IN ('created', 'open', 'expired', 'failed')`,
    values: [votePublicId],
  });
  return live;
}

/** Ends a payment: its page says so at once, and the provider is told by a job. */
export async function replacePayment(sql: Sql, id: bigint, now: Date): Promise<void> {
  await sql({
    name: "replace-payment",
    text: `UPDATE payments SET ended_at = $2::timestamptz, updated_at = $2::timestamptz,
             version = version + 1 WHERE id = $1::bigint`,
    values: [String(id), now],
  });
  await send(outboxOf(sql), endPayment, { paymentId: String(id) });
}

/** The outbox on the connection of a hand-written statement. */
const outboxOf = (sql: Sql): OutboxTransaction => ({
  query: async (text: string, values: unknown[]) => ({
    rowCount: (await sql({ name: "send-payment-jobs", text, values })).length,
  }),
});
