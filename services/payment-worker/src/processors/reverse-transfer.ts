import { type Handler, PermanentFailure } from "@polls/jobs";
import type { PaymentDeps } from "../deps";
import { lookAtCheckout } from "../provider/look-at-checkout";
import { demandObject, isKept, isRefusal } from "../provider/provider-errors";
import { findPayment } from "../settle/payments.repository";
import { settlePayment } from "../settle/settle-payment";

/**
 * Takes back from a connected account what was paid back to the payer without it: a lost dispute,
 * or a refund that was created at the provider (docs/reference/payments.md#connected-accounts). It
 * first reads the missing amount, so that repeated runs take nothing twice.
 */
export const reverseTransfer: Handler<{ checkoutId: string }, PaymentDeps> = async (
  { checkoutId },
  deps,
  run,
) => {
  const { prisma } = deps.db;
  const id = BigInt(checkoutId);
  const row = await prisma.checkout.findUnique({ where: { id } });
  const stored = row === null ? undefined : await findPayment(deps.db, row.paymentId);
  const checkout = stored?.checkouts.find((one) => one.id === id);
  if (stored === undefined || checkout?.sessionId === undefined) return;
  const { sessionId, fee, reversalAttempt } = checkout;
  const { payment } = stored;
  const { transfer } = await lookAtCheckout(deps.provider, payment, { ...checkout, sessionId });
  const missing = transfer === undefined ? 0 : transfer.toReverse - transfer.reversed;
  if (transfer !== undefined && missing > 0) {
    run.signal.throwIfAborted();
    try {
      const reversal = await deps.provider.stripe.transfers.createReversal(
        transfer.transferId,
        {
          amount: missing,
          ...(fee > 0 ? { refund_application_fee: true } : {}),
          metadata: { payment: payment.publicId },
        },
        { idempotencyKey: `reversal:${id}:${transfer.reversed}:${reversalAttempt}` },
      );
      demandObject(reversal, "transfer_reversal");
    } catch (error) {
      if (isKept(error)) {
        await prisma.checkout.updateMany({
          where: { id, reversalAttempt },
          data: { reversalAttempt: reversalAttempt + 1 },
        });
      }
      if (!isRefusal(error)) throw error;
      throw new PermanentFailure(`the provider refuses the reversal: ${error.message}`);
    }
  }
  await settlePayment(deps, payment.id, run);
};
