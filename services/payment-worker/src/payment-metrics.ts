import type { PaymentDiscrepancies } from "@polls/db/counts";
import { type PaymentState, paymentKinds, paymentStateNames } from "@polls/domain/payments";
import { type Finding, failed, ok } from "@polls/runtime";
import type { Metrics } from "@polls/telemetry";

export interface PaymentChange {
  readonly kind: string;
  readonly before: PaymentState;
  readonly after: PaymentState;
}

/** Creates all payment counters with 0, before the first change. */
export function showPaymentCounters(metrics: Pick<Metrics, "count">): void {
  for (const kind of paymentKinds) {
    for (const state of paymentStateNames) {
      metrics.count("payments_changed_total", { kind, state }, 0);
    }
  }
}

export function countPayment(
  metrics: Pick<Metrics, "count">,
  { kind, before, after }: PaymentChange,
): void {
  if (before !== after) metrics.count("payments_changed_total", { kind, state: after });
}

/** Sets the number of payments for each kind of discrepancy. */
export function showDiscrepancies(
  metrics: Pick<Metrics, "set">,
  found: PaymentDiscrepancies,
): void {
  for (const [kind, ids] of Object.entries(found)) {
    metrics.set("payment_discrepancies", { kind }, ids.length);
  }
}

/** The finding about the last reconciliation. Undefined before the first one. */
export function findingOfDiscrepancies(found: PaymentDiscrepancies | undefined): Finding {
  if (found === undefined) return ok("the first reconciliation is a minute after the start");
  const wrong = Object.entries(found).filter(([, ids]) => ids.length > 0);
  if (wrong.length === 0) return ok("no payment contradicts another figure");
  return failed(
    `payments contradict other figures: ${wrong.map(([kind, ids]) => `${ids.length} ${kind}`).join(", ")}`,
    "see docs/runbook/payments-contradict.md; payments reconcile lists them",
  );
}
