import { insertPayments, type NewPayment } from "@polls/db/payments";
import type { Transaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import { payableText } from "@polls/domain/payments";
import { CHECKOUTS_A_JOB, openCheckout, openCheckouts } from "@polls/jobs";
import { send, sendAll } from "@polls/jobs/outbox";

export type PaymentDraft = Omit<NewPayment, "publicId" | "token">;

/** When the provider is first asked about a payment for which no event arrived. */
export const FIRST_STATUS_QUERY_MS = 10 * 60_000;

const SUBJECT_MAX = 255;

/** Also enqueues the opening of their checkouts. Returns the tokens of their pages, in order. */
export async function storePayments(
  tx: Transaction,
  drafts: readonly PaymentDraft[],
  { currency, now }: { readonly currency: string; readonly now: Date },
): Promise<readonly string[]> {
  if (drafts.length === 0) return [];
  const payments = drafts.map((draft) => ({
    publicId: newPublicId(),
    token: newPublicId(),
    // After new properties (docs/performance.md#spreads).
    ...draft,
    subject: draft.subject && payableText(draft.subject, SUBJECT_MAX),
  }));
  const nextCheckAt = new Date(now.getTime() + FIRST_STATUS_QUERY_MS);
  const ids = await insertPayments(tx, payments, { currency, now, nextCheckAt });
  await sendOpening(tx, ids.map(String));
  return payments.map(({ token }) => token);
}

/** Payments that are stored together share one job. */
async function sendOpening(tx: Transaction, ids: readonly string[]): Promise<void> {
  const [paymentId = ""] = ids;
  if (ids.length === 1) return send(tx, openCheckout, { paymentId });
  const jobs = Math.ceil(ids.length / CHECKOUTS_A_JOB);
  const shares = Array.from({ length: jobs }, (_, job) => ({
    paymentIds: ids.slice(job * CHECKOUTS_A_JOB, (job + 1) * CHECKOUTS_A_JOB),
  }));
  await sendAll(tx, openCheckouts, shares);
}
