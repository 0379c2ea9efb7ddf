import type { Handler } from "@polls/jobs";
import type { PaymentDeps } from "../deps";
import { expireSession } from "../provider/sessions";
import { findPayment } from "../settle/payments.repository";
import { settlePayment } from "../settle/settle-payment";

/**
 * Expires the open checkouts of a payment that ended, then settles it. Money that arrived before is
 * refunded (docs/reference/payments.md#rejected-money).
 */
export const endPayment: Handler<{ paymentId: string }, PaymentDeps> = async (
  { paymentId },
  deps,
  run,
) => {
  const stored = await findPayment(deps.db, BigInt(paymentId));
  if (stored === undefined) return;
  for (const { sessionId, state } of stored.checkouts) {
    if (sessionId === undefined || state !== "open") continue;
    run.signal.throwIfAborted();
    await expireSession(deps.provider, sessionId);
  }
  await settlePayment(deps, BigInt(paymentId), run);
};
