import { type Handler, PermanentFailure } from "@polls/jobs";
import Stripe from "stripe";
import type { PaymentDeps } from "../deps";
import { settlePayment } from "../settle/settle-payment";

/**
 * Sends money back. A refund carries the id of ours: one that was made before, and whose answer was
 * lost, is found again, however long ago that was (externals 1, rule 5).
 */
export const sendRefund: Handler<{ refundId: string }, PaymentDeps> = async (
  { refundId },
  deps,
  run,
) => {
  const refund = await deps.db.prisma.refund.findUnique({
    where: { id: BigInt(refundId) },
    include: { checkout: true, payment: true },
  });
  if (refund === null) return;
  const intentId = refund.checkout.paymentIntentId;
  if (intentId === null) throw new Error("a refund of money that never arrived");
  if (refund.state === "asked") {
    run.signal.throwIfAborted();
    try {
      await makeRefund(deps.provider.stripe, { ...refund, intentId });
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      await deps.db.prisma.refund.update({ where: { id: refund.id }, data: { state: "failed" } });
      await settlePayment(deps, refund.paymentId);
      throw new PermanentFailure(`the provider refuses the refund: ${error.message}`);
    }
  }
  await settlePayment(deps, refund.paymentId, run);
};

async function makeRefund(
  stripe: Stripe,
  refund: {
    readonly publicId: string;
    readonly amount: bigint;
    readonly intentId: string;
    readonly payment: { readonly publicId: string };
  },
): Promise<void> {
  const { publicId, intentId } = refund;
  const made = await stripe.refunds.list({ payment_intent: intentId, limit: 100 });
  if (made.data.some(({ metadata }) => metadata?.refund === publicId)) return;
  await stripe.refunds.create(
    {
      payment_intent: intentId,
      amount: Number(refund.amount),
      metadata: { refund: publicId, payment: refund.payment.publicId },
    },
    { idempotencyKey: `refund:${publicId}` },
  );
}
