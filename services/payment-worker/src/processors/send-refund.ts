import { type Handler, PermanentFailure } from "@polls/jobs";
import type Stripe from "stripe";
import type { PaymentDeps } from "../deps";
import { isRefusal, needsNewIdempotencyKey, requireObject } from "../provider/provider-errors";
import { findPayment, type StoredCheckout } from "../settle/payments.repository";
import { settlePayment } from "../settle/settle-payment";

/**
 * Sends a refund. It carries the id of the row, so that a refund whose response was lost can be
 * found later. After an error of the provider, the next run uses another idempotency key, because
 * the provider repeats the error for the old key for a day.
 */
export const sendRefund: Handler<{ refundId: string }, PaymentDeps> = async (
  { refundId },
  deps,
  run,
) => {
  const { prisma } = deps.db;
  const refund = await prisma.refund.findUnique({ where: { id: BigInt(refundId) } });
  const stored = refund === null ? undefined : await findPayment(deps.db, refund.paymentId);
  if (refund === null || stored === undefined) return;
  const { id, paymentId, checkoutId, amount, publicId, attempt } = refund;
  const checkout = stored.checkouts.find((one) => one.id === checkoutId);
  const intentId = checkout?.paymentIntentId;
  if (checkout === undefined || intentId === undefined)
    throw new Error("a refund of money that never arrived");
  if (refund.state === "asked") {
    run.signal.throwIfAborted();
    try {
      await makeRefund(deps.provider.stripe, {
        publicId,
        attempt,
        intentId,
        amount: Number(amount),
        paymentPublicId: stored.payment.publicId,
        shares: sharesOf(checkout),
      });
    } catch (error) {
      if (needsNewIdempotencyKey(error)) {
        await prisma.refund.updateMany({ where: { id, attempt }, data: { attempt: attempt + 1 } });
      }
      if (!isRefusal(error)) throw error;
      await prisma.refund.updateMany({ where: { id }, data: { state: "failed" } });
      await settlePayment(deps, paymentId);
      throw new PermanentFailure(`the provider refuses the refund: ${error.message}`);
    }
  } else if (refund.state === "failed") {
    // An earlier run was interrupted after the provider had refused.
    await settlePayment(deps, paymentId);
    throw new PermanentFailure("the provider refused the refund");
  }
  await settlePayment(deps, paymentId, run);
};

/** If the money went to an owner, the owner and the operator each pay back their part. */
const sharesOf = ({ destination, fee }: StoredCheckout) => ({
  ...(destination === undefined ? {} : { reverse_transfer: true }),
  ...(fee === 0 ? {} : { refund_application_fee: true }),
});

async function makeRefund(
  stripe: Stripe,
  refund: {
    readonly publicId: string;
    readonly attempt: number;
    readonly amount: number;
    readonly intentId: string;
    readonly paymentPublicId: string;
    readonly shares: ReturnType<typeof sharesOf>;
  },
): Promise<void> {
  const { publicId, attempt, intentId, amount, paymentPublicId, shares } = refund;
  const made = await stripe.refunds.list({ payment_intent: intentId, limit: 100 });
  requireObject(made, "list");
  if (made.data.some(({ metadata }) => metadata?.refund === publicId)) return;
  const refunded = await stripe.refunds.create(
    {
      payment_intent: intentId,
      amount,
      ...shares,
      metadata: { refund: publicId, payment: paymentPublicId },
    },
    { idempotencyKey: `refund:${publicId}:${attempt}` },
  );
  requireObject(refunded, "refund");
}
