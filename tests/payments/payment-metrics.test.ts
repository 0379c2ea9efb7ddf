import { createMetrics } from "@polls/telemetry";
import { metricValue } from "@polls/testing";
import { settlePayment, showDiscrepancies } from "../../services/payment-worker/testing";
import { buyVotes } from "./buy-votes";
import { sharePayments } from "./payment-fixture";

const fixture = sharePayments();

const counted = async (state: string): Promise<number> => {
  const { body } = await fixture.gateway.deps.metrics.text();
  return metricValue(body, "payments_changed_total", { kind: "votes", state }) ?? 0;
};

test("a payment is counted when it is opened and when it is paid, once", async () => {
  const payment = await buyVotes(fixture);
  await fixture.settle();
  expect([await counted("open"), await counted("paid")]).toEqual([1, 0]);

  await fixture.pay({ id: payment.pollId });
  await settlePayment(fixture.deps, payment.id);
  expect([await counted("open"), await counted("paid")]).toEqual([1, 1]);
});

test("discrepancies are reported by kind, and fixed ones are 0", async () => {
  const metrics = createMetrics("test");
  const nothing = {
    ...{ ledger: [], votes: [], fees: [], owed: [] },
    ...{ refund_failed: [], stuck: [], transfers: [] },
  };
  const shown = async (kind: string) =>
    metricValue((await metrics.text()).body, "payment_discrepancies", { kind });
  expect(await shown("owed")).toBeUndefined();
  showDiscrepancies(metrics, { ...nothing, owed: ["one", "two"] });
  expect([await shown("owed"), await shown("ledger")]).toEqual([2, 0]);
  showDiscrepancies(metrics, nothing);
  expect(await shown("owed")).toBe(0);
});
