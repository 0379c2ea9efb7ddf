import { inTransaction } from "@polls/db";
import type { JobRun } from "@polls/jobs";
import type { PaymentDeps } from "../deps";
import { type CheckoutLook, lookAtCheckout } from "../provider/look-at-checkout";
import { applySettlement } from "./apply-settlement";
import { findPayment, type StoredCheckout } from "./payments.repository";

/** Looks that another one may overtake before the job is left to be tried again. */
const LOOKS = 5;

type WithSession = StoredCheckout & { readonly sessionId: string };

/** Every session that may still say something: what has expired or failed for good says nothing new. */
const worthLooking = (checkout: StoredCheckout): checkout is WithSession =>
  checkout.sessionId !== undefined && checkout.state !== "expired" && checkout.state !== "failed";

/**
 * Has a payment count as far as the provider says that it is paid, exactly once however often and in
 * whatever order it is called (decisions 10). A look that another one has overtaken is thrown away and
 * taken anew, so that old news never undoes newer ones. Finishes the job with what it writes.
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
      if (applied) await run?.done(tx);
      return applied;
    });
    if (settled) return;
  }
  throw new Error("the payment changed during each look at it");
}
