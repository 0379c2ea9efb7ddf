import { inTransaction } from "@polls/db/sql";
import type { JobRun } from "@polls/jobs";
import type { PaymentDeps } from "../deps";
import { countPayment } from "../payment-metrics";
import { applySettlement } from "./apply-settlement";
import { findPayment, type StoredCheckout, type StoredPayment } from "./payments.repository";
import { type CheckoutReport, readCheckout, UnknownPaidSession } from "./read-checkout";

/** Maximum number of attempts in case of concurrent settlements. Then the job is retried. */
const ATTEMPTS_MAX = 5;

type WithSession = StoredCheckout & { readonly sessionId: string };

/** Expired and failed sessions change only with an event; refused ones do not exist. */
const mayHaveChanged = (
  checkout: StoredCheckout,
  named: string | undefined,
): checkout is WithSession =>
  checkout.sessionId !== undefined &&
  (checkout.sessionId === named || (checkout.state !== "expired" && checkout.state !== "failed"));

/** When a payment is checked again whose session the provider does not know. */
const UNKNOWN_CHECK_MS = 24 * 3_600_000;

/**
 * Settles a payment from the reports of the provider (docs/reference/payments.md#settlement),
 * exactly once for any number and order of calls. If another settlement was written in the
 * meantime, it asks the provider again, so that old responses never overwrite newer ones. Finishes
 * the job in the same transaction. `named` is the id of the session of an event.
 */
export async function settlePayment(
  deps: PaymentDeps,
  paymentId: bigint,
  run?: Pick<JobRun, "done" | "signal">,
  named?: string,
): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const stored = await findPayment(deps.db, paymentId);
    if (stored === undefined) return;
    const reports = await readCheckouts(deps, stored, { named, signal: run?.signal });
    if (reports === undefined) return postpone(deps, stored, run);
    const settled = await inTransaction(deps.db, async (tx) => {
      const applied = await applySettlement(tx, stored, reports, deps);
      if (applied !== undefined) await run?.done(tx);
      return applied;
    });
    if (settled !== undefined) return countPayment(deps.metrics, settled);
  }
  throw new Error("the payment changed during each attempt");
}

/** Undefined if the provider does not know a session that was paid: nothing can be said about it. */
async function readCheckouts(
  { provider }: PaymentDeps,
  { payment, checkouts }: StoredPayment,
  {
    named,
    signal,
  }: { readonly named: string | undefined; readonly signal: AbortSignal | undefined },
): Promise<readonly CheckoutReport[] | undefined> {
  const reports: CheckoutReport[] = [];
  try {
    for (const checkout of checkouts) {
      if (!mayHaveChanged(checkout, named)) continue;
      signal?.throwIfAborted();
      reports.push(await readCheckout(provider, payment, checkout));
    }
    return reports;
  } catch (error) {
    if (error instanceof UnknownPaidSession) return undefined;
    throw error;
  }
}

const postpone = (
  { db, clock }: PaymentDeps,
  { payment }: StoredPayment,
  run?: Pick<JobRun, "done">,
) =>
  inTransaction(db, async (tx) => {
    await tx.prisma.payment.updateMany({
      where: { id: payment.id, nextCheckAt: { not: null } },
      data: { nextCheckAt: new Date(clock().getTime() + UNKNOWN_CHECK_MS) },
    });
    await run?.done(tx);
  });
