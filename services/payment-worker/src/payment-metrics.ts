import type { PaymentDiscrepancies } from "@polls/db";
import { type PaymentState, paymentKinds, paymentStateNames } from "@polls/domain/payments";
import type { Metrics } from "@polls/telemetry";

/** The states of a payment before and after a write. */
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

/** Counts a payment whose state changed. */
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
