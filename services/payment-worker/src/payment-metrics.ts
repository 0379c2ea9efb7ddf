import type { PaymentDiscrepancies } from "@polls/db";
import { type PaymentState, paymentKinds, paymentStateNames } from "@polls/domain/payments";
import type { Metrics } from "@polls/telemetry";

/** The states of a payment before and after something was written. */
export interface PaymentChange {
  readonly kind: string;
  readonly before: PaymentState;
  readonly after: PaymentState;
}

/** Shows all counters of payments before the first change. */
export function showPaymentCounters(metrics: Pick<Metrics, "count">): void {
  for (const kind of paymentKinds) {
    for (const state of paymentStateNames) {
      metrics.count("payments_changed_total", { kind, state }, 0);
    }
  }
}

/** Counts a payment that came into another state. */
export function countPayment(
  metrics: Pick<Metrics, "count">,
  { kind, before, after }: PaymentChange,
): void {
  if (before !== after) metrics.count("payments_changed_total", { kind, state: after });
}

/** Shows how many payments of each kind of discrepancy were found. */
export function showDiscrepancies(
  metrics: Pick<Metrics, "set">,
  found: PaymentDiscrepancies,
): void {
  for (const [kind, ids] of Object.entries(found)) {
    metrics.set("payment_discrepancies", { kind }, ids.length);
  }
}
