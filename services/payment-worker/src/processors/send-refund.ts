import type { Prisma } from "@polls/db/connection";
import { retryAfterRefusal } from "@polls/domain/payments";
import { type Handler, PermanentFailure } from "@polls/jobs";
import type Stripe from "stripe";
import type { PaymentDeps } from "../deps";
import { isRefusal, needsNewIdempotencyKey, requireObject } from "../provider/provider-errors";
import { findPayment, type StoredCheckout } from "../settle/payments.repository";
import { settlePayment } from "../settle/settle-payment";

/**
 * Sends a refund. It carries the id of the row, so that a refund whose response was lost can be
 * found later. After an error or a refusal of the provider, the next run uses another idempotency
 * key, because the provider repeats its response for the old key for a day. A refused refund is sent
 * again later, or when an operator retries the job (docs/reference/payments.md#refused-refunds).
 */
export const sendRefund: Handler<{ refundId: string }, PaymentDeps> = async (
  { refundId },
  deps,
  run,
) => {
  const id = BigInt(refundId);
  const before = await findRefund(deps, id);
  if (before === undefined) return;
  // The amount may have changed, or the money was returned in another way.
  if (before.state === "failed") await settlePayment(deps, before.paymentId);
  const refund = await findRefund(deps, id);
  if (refund !== undefined && isWanted(refund)) {
    run.signal.throwIfAborted();
    await sendOnce(deps, refund);
  }
  await settlePayment(deps, before.paymentId, run);
};

type RefundRow = NonNullable<Awaited<ReturnType<typeof findRefund>>>;

const findRefund = async ({ db }: PaymentDeps, id: bigint) =>
  (await db.prisma.refund.findUnique({ where: { id } })) ?? undefined;

/** Whether the provider has not accepted the refund yet. */
const isWanted = ({ state, failure, providerRefundId }: RefundRow): boolean =>
  state === "asked" || (state === "failed" && failure !== null && providerRefundId === null);

async function sendOnce(deps: PaymentDeps, refund: RefundRow): Promise<void> {
  const { prisma } = deps.db;
  const { id, paymentId, checkoutId, amount, publicId, attempt } = refund;
  const stored = await findPayment(deps.db, paymentId);
  const checkout = stored?.checkouts.find((one) => one.id === checkoutId);
  const intentId = checkout?.paymentIntentId;
  if (stored === undefined || checkout === undefined || intentId === undefined)
    throw new Error("a refund of money that never arrived");
  const useNextKey = (data: Prisma.RefundUpdateManyMutationInput) =>
    prisma.refund.updateMany({
      where: { id, attempt },
      data: { ...data, attempt: attempt + 1 },
    });
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
    if (needsNewIdempotencyKey(error)) await useNextKey({});
    if (!isRefusal(error)) throw error;
    await useNextKey({
      state: "failed",
      failure: error.message.slice(0, FAILURE_MAX),
      retryAt: retryAfterRefusal(refund.createdAt, deps.clock()) ?? null,
    });
    await settlePayment(deps, paymentId);
    throw new PermanentFailure(`the provider refuses the refund: ${error.message}`);
  }
}

const FAILURE_MAX = 300;

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
