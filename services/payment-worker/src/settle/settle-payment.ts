import { inTransaction } from "@polls/db";
import type { JobRun } from "@polls/jobs";
import type { PaymentDeps } from "../deps";
import { countPayment } from "../payment-metrics";
import { type CheckoutLook, lookAtCheckout } from "../provider/look-at-checkout";
import { applySettlement } from "./apply-settlement";
import { findPayment, type StoredCheckout } from "./payments.repository";

/** Tries against concurrent settlements before the job is retried. */
const LOOKS = 5;

type WithSession = StoredCheckout & { readonly sessionId: string };

/** Sessions that may have news; expired and failed ones have none, and refused ones do not exist. */
const worthLooking = (checkout: StoredCheckout): checkout is WithSession =>
  checkout.sessionId !== undefined && checkout.state !== "expired" && checkout.state !== "failed";

/**
 * Settles a payment by what the provider says (docs/reference/payments.md#settlement), exactly once for any
 * number and order of calls. If another settlement was written meanwhile, it asks the provider again, so
 * that old answers never undo newer ones. Finishes the job with what it writes.
 */
export async function settlePayment(
  deps: PaymentDeps,
  paymentId: bigint,
  run?: Pick<JobRun, "done" | "signal">,
): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    const stored = await findPayment(deps.db, paymentId);
    if (stored === undefined) return;
    const sessions = stored.checkouts.filter(worthLooking);
    const looks: CheckoutLook[] = [];
    for (const session of sessions) {
      run?.signal.throwIfAborted();
      looks.push(await lookAtCheckout(deps.provider, stored.payment, session));
    }
    const settled = await inTransaction(deps.db, async (tx) => {
      const applied = await applySettlement(tx, stored, looks, deps);
      if (applied !== undefined) await run?.done(tx);
      return applied;
    });
    if (settled !== undefined) return countPayment(deps.metrics, settled);
  }
  throw new Error("the payment changed during each look at it");
}
