// Covers docs/reference/payments.md: disputes

import { findInquiredPayments } from "@polls/db/payments";
import type { Poll } from "@polls/domain/polls";
import { shareAccount } from "../../services/gateway/testing/share-gateway";
import { buildSale } from "./build-sale";
import { sharePayments } from "./payment-fixture";

let poll: Poll;
const fixture = sharePayments();
const owner = shareAccount(fixture.gateway);

const asAdmin = (line: string, body?: unknown) =>
  fixture.gateway.request(line, {
    token: owner.privateToken,
    ...(body === undefined ? {} : { body }),
  });
const path = () => `/api/v1/polls/${poll.memberHash}`;
const shown = async () => (await asAdmin(`GET ${path()}/payments`)).body.payments[0];
const rating = async () => (await asAdmin(`GET ${path()}/options`)).body[0].rating;

/** Buys and pays five votes. Returns the id of the payment intent. */
async function paid(): Promise<string> {
  const { db } = fixture.gateway;
  const sale = await buildSale(db, owner, owner);
  ({ poll } = sale);
  const { option, participant } = sale;
  await asAdmin(`POST ${path()}/votes`, {
    ...{ voter_id: participant.publicId, option_id: option.publicId, vote: { vote: 5 } },
  });
  await fixture.work();
  const { sessionId } = await db.prisma.checkout.findFirstOrThrow({
    where: { payment: { pollId: poll.id } },
  });
  const session = fixture.fakeServer.provider.complete(String(sessionId), "paid");
  await fixture.settle();
  return String(session.payment_intent);
}

test.each(["warning_needs_response", "warning_under_review"] as const)(
  "votes count during an inquiry (%s), and owner and operator see its dates",
  async (status) => {
    const intent = await paid();
    fixture.fakeServer.provider.openDispute(intent, status);
    await fixture.settle();
    const payment = await shown();
    expect(payment).toMatchObject({ state: "paid", credited: 5 });
    expect(payment.inquiry).toEqual({ opened_at: expect.any(String), due_at: expect.any(String) });
    expect(await rating()).toBe(5);
    expect(await findInquiredPayments(fixture.gateway.db, 100)).toContainEqual(
      expect.objectContaining({ id: payment.id, dueAt: new Date(payment.inquiry.due_at) }),
    );
  },
);

test("a refund settles an inquiry", async () => {
  const intent = await paid();
  const inquiry = fixture.fakeServer.provider.openDispute(intent, "warning_needs_response");
  await fixture.settle();
  const { id } = await shown();
  expect((await asAdmin(`POST ${path()}/payments/${id}/refund`, {})).status).toBe(202);
  await fixture.settle();
  expect(await shown()).toMatchObject({ state: "refunded", credited: 0 });
  fixture.fakeServer.provider.closeDispute(inquiry.id, "warning_closed");
  await fixture.settle();
  expect(await shown()).toMatchObject({ state: "refunded", inquiry: null });
});

test.each(["warning_closed", "prevented"] as const)("%s takes nothing away", async (status) => {
  const intent = await paid();
  const { id } = fixture.fakeServer.provider.openDispute(intent, "warning_needs_response");
  fixture.fakeServer.provider.closeDispute(id, status);
  await fixture.settle();
  expect(await shown()).toMatchObject({ state: "paid", credited: 5, inquiry: null });
  expect(await rating()).toBe(5);
});

test("an inquiry that becomes a dispute takes the votes away", async () => {
  const intent = await paid();
  const { id } = fixture.fakeServer.provider.openDispute(intent, "warning_needs_response");
  await fixture.settle();
  fixture.fakeServer.provider.closeDispute(id, "needs_response");
  await fixture.settle();
  expect(await shown()).toMatchObject({ state: "disputed", credited: 0, inquiry: null });
  expect(await rating()).toBe(0);
});
