import { type Payment, retryAfterRefusal } from "@polls/domain/payments";
import { type Handler, PermanentFailure } from "@polls/jobs";
import type { PaymentDeps } from "../deps";
import { isRefusal, needsNewIdempotencyKey, requireObject } from "../provider/provider-errors";
import { findPayment, type StoredCheckout } from "../settle/payments.repository";
import { readCheckout } from "../settle/read-checkout";
import { settlePayment } from "../settle/settle-payment";

/** Maximum number of reversals in one run. Then the job is retried. */
const REVERSALS = 5;

/**
 * Takes back from a connected account what was paid back to the payer without it: a lost dispute,
 * or a refund that was created at the provider (docs/reference/payments.md#connected-accounts). It
 * reads the missing amount before and after each reversal, and ends when nothing is missing.
 */
export const reverseTransfer: Handler<{ checkoutId: string }, PaymentDeps> = async (
  { checkoutId },
  deps,
  run,
) => {
  for (let made = 0; made < REVERSALS; made++) {
    const found = await findMissing(deps, BigInt(checkoutId));
    if (found === undefined) return;
    if (found.missing <= 0) return settlePayment(deps, found.payment.id, run);
    run.signal.throwIfAborted();
    await reverse(deps, found);
  }
  throw new Error("an amount was missing after each reversal");
};

interface Missing {
  readonly payment: Payment;
  readonly checkout: StoredCheckout;
  readonly transferId: string;
  readonly missing: number;
}

/** Reads the row first: its attempt must not be newer than the amounts of the provider. */
async function findMissing(deps: PaymentDeps, id: bigint): Promise<Missing | undefined> {
  const row = await deps.db.prisma.checkout.findUnique({ where: { id } });
  const stored = row === null ? undefined : await findPayment(deps.db, row.paymentId);
  const checkout = stored?.checkouts.find((one) => one.id === id);
  if (stored === undefined || checkout?.sessionId === undefined) return undefined;
  const { payment } = stored;
  const { sessionId } = checkout;
  const { transfer } = await readCheckout(deps.provider, payment, { ...checkout, sessionId });
  const { transferId = "", toReverse = 0, reversed = 0 } = transfer ?? {};
  return { payment, checkout, transferId, missing: toReverse - reversed };
}

/**
 * Concurrent runs use the same idempotency key until one of them has the response. So the provider
 * repeats the first reversal, or refuses another amount, which the next run computes again.
 */
async function reverse(
  deps: PaymentDeps,
  { payment, checkout: { id, fee, reversalAttempt }, transferId, missing }: Missing,
): Promise<void> {
  const { prisma } = deps.db;
  const useNextKey = () =>
    prisma.checkout.updateMany({
      where: { id, reversalAttempt },
      data: { reversalAttempt: reversalAttempt + 1 },
    });
  try {
    const reversal = await deps.provider.stripe.transfers.createReversal(
      transferId,
      {
        amount: missing,
        ...(fee > 0 ? { refund_application_fee: true } : {}),
        metadata: { payment: payment.publicId },
      },
      { idempotencyKey: `reversal:${id}:${reversalAttempt}` },
    );
    requireObject(reversal, "transfer_reversal");
    await useNextKey();
  } catch (error) {
    if (needsNewIdempotencyKey(error)) await useNextKey();
    if (!isRefusal(error)) throw error;
    const retryAt = retryAfterRefusal(payment.updatedAt, deps.clock());
    await prisma.checkout.updateMany({
      where: { id, reversalAttempt },
      // The provider repeats its response for a key.
      data: { reversalAttempt: reversalAttempt + 1, reversalRetryAt: retryAt ?? null },
    });
    await settlePayment(deps, payment.id);
    throw new PermanentFailure(`the provider refuses the reversal: ${error.message}`);
  }
}
