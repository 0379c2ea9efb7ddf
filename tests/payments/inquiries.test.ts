// Covers docs/reference/payments.md: disputes

import { findInquiredPayments } from "@polls/db/payments";
import { shareAccount } from "../../services/gateway/testing/share-gateway";
import { type Sale, sharePayments } from "./payment-fixture";

const fixture = sharePayments();
const owner = shareAccount(fixture.gateway);
const sale = {} as Sale;

const asAdmin = (line: string, body?: unknown) => fixture.request(line, owner, body);
const shown = async () => (await asAdmin(`GET ${sale.path}/payments`)).body.payments[0];

/** Buys and pays five votes. Returns the id of the payment intent. */
async function paid(): Promise<string> {
  Object.assign(sale, await fixture.sell(owner, owner));
  await sale.buy(5);
  await fixture.work();
  return String((await fixture.pay(sale.poll)).payment_intent);
}

test.each(["warning_needs_response", "warning_under_review"] as const)(
  "votes count during an inquiry (%s), and owner and operator see its dates",
  async (status) => {
    const intent = await paid();
    fixture.provider.openDispute(intent, status);
    await fixture.settle();
    const payment = await shown();
    expect(payment).toMatchObject({ state: "paid", credited: 5 });
    expect(payment.inquiry).toEqual({ opened_at: expect.any(String), due_at: expect.any(String) });
    expect(await sale.rating()).toBe(5);
    expect(await findInquiredPayments(fixture.gateway.db, 100)).toContainEqual(
      expect.objectContaining({ id: payment.id, dueAt: new Date(payment.inquiry.due_at) }),
    );
  },
);

test("a refund settles an inquiry", async () => {
  const intent = await paid();
  const inquiry = fixture.provider.openDispute(intent, "warning_needs_response");
  await fixture.settle();
  const { id } = await shown();
  expect((await asAdmin(`POST ${sale.path}/payments/${id}/refund`, {})).status).toBe(202);
  await fixture.settle();
  expect(await shown()).toMatchObject({ state: "refunded", credited: 0 });
  fixture.provider.closeDispute(inquiry.id, "warning_closed");
  await fixture.settle();
  expect(await shown()).toMatchObject({ state: "refunded", inquiry: null });
});

test.each(["warning_closed", "prevented"] as const)("%s takes nothing away", async (status) => {
  const intent = await paid();
  const { id } = fixture.provider.openDispute(intent, "warning_needs_response");
  fixture.provider.closeDispute(id, status);
  await fixture.settle();
  expect(await shown()).toMatchObject({ state: "paid", credited: 5, inquiry: null });
  expect(await sale.rating()).toBe(5);
});

test("an inquiry that becomes a dispute takes the votes away", async () => {
  const intent = await paid();
  const { id } = fixture.provider.openDispute(intent, "warning_needs_response");
  await fixture.settle();
  fixture.provider.closeDispute(id, "needs_response");
  await fixture.settle();
  expect(await shown()).toMatchObject({ state: "disputed", credited: 0, inquiry: null });
  expect(await sale.rating()).toBe(0);
});
