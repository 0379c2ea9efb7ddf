import { inTransaction } from "@polls/db";
import type { JobRun } from "@polls/jobs";
import type { PaymentDeps } from "../deps";
import { countPayment } from "../payment-metrics";
import { type CheckoutReport, readCheckout } from "../provider/read-checkout";
import { applySettlement } from "./apply-settlement";
import { findPayment, type StoredCheckout } from "./payments.repository";

/** Maximum number of attempts in case of concurrent settlements. Then the job is retried. */
const ATTEMPTS_MAX = 5;

type WithSession = StoredCheckout & { readonly sessionId: string };

/**
 * Whether a session may have changed. Expired and failed sessions do not change, and refused ones
 * do not exist.
 */
const mayHaveChanged = (checkout: StoredCheckout): checkout is WithSession =>
  checkout.sessionId !== undefined && checkout.state !== "expired" && checkout.state !== "failed";

/**
 * Settles a payment from the reports of the provider (docs/reference/payments.md#settlement),
 * exactly once for any number and order of calls. If another settlement was written in the
 * meantime, it asks the provider again, so that old responses never overwrite newer ones. Finishes
 * the job in the same transaction.
 */
export async function settlePayment(
  deps: PaymentDeps,
  paymentId: bigint,
  run?: Pick<JobRun, "done" | "signal">,
): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const stored = await findPayment(deps.db, paymentId);
    if (stored === undefined) return;
    const sessions = stored.checkouts.filter(mayHaveChanged);
    const reports: CheckoutReport[] = [];
    for (const session of sessions) {
      run?.signal.throwIfAborted();
      reports.push(await readCheckout(deps.provider, stored.payment, session));
    }
    const settled = await inTransaction(deps.db, async (tx) => {
      const applied = await applySettlement(tx, stored, reports, deps);
      if (applied !== undefined) await run?.done(tx);
      return applied;
    });
    if (settled !== undefined) return countPayment(deps.metrics, settled);
  }
  throw new Error("the payment changed during each attempt");
}
