// Covers docs/reference/payments.md: amounts
// Covers docs/reliability.md: amounts-and-credits, provider-events

import { createHmac } from "node:crypto";
import type { Poll } from "@polls/domain/polls";
import { shareAccount } from "../../services/gateway/testing/share-gateway";
import { TEST_WEBHOOK_SECRET } from "../../services/gateway/testing/start-gateway";
import { sharePayments } from "./payment-fixture";

describe("what others say of a payment moves no money", () => {
  let poll: Poll;
  let url: string;
  let sessionId: string;

  // Only the tests send events.
  const fixture = sharePayments({ deliveries: () => [] });
  const owner = shareAccount(fixture.gateway);

  async function buy(votes: number) {
    const { poll: bought, buy: purchase } = await fixture.sell(owner, owner);
    const answer = await purchase(votes);
    await fixture.work();
    return { bought, url: answer.body.url as string, checkout: await fixture.checkoutOf(bought) };
  }

  beforeEach(async () => {
    const { bought, url: page, checkout } = await buy(5);
    poll = bought;
    url = page;
    sessionId = String(checkout.sessionId);
  });

  const payment = () =>
    fixture.gateway.db.prisma.payment.findFirstOrThrow({ where: { pollId: poll.id } });
  const untouched = { state: "open", received: 0n, credited: 0 };

  /** An event as the provider signs it, with any content. */
  async function tell(object: object, id = `evt_${Math.random().toString(36).slice(2)}`) {
    const payload = JSON.stringify({
      id,
      object: "event",
      type: "checkout.session.completed",
      data: { object: { object: "checkout.session", ...object } },
    });
    const at = Math.floor(Date.now() / 1_000);
    const signature = createHmac("sha256", TEST_WEBHOOK_SECRET)
      .update(`${at}.${payload}`)
      .digest("hex");
    const answer = await fixture.gateway.request("POST /webhooks/stripe", {
      text: payload,
      headers: {
        "Content-Type": "application/json",
        "Stripe-Signature": `t=${at},v1=${signature}`,
      },
    });
    await fixture.work();
    return answer.status;
  }

  test("an event that says paid, of a session that is not", async () => {
    const lie = { payment_status: "paid", status: "complete", amount_total: 500 };
    expect(await tell({ id: sessionId, ...lie })).toBe(200);
    expect(await payment()).toMatchObject(untouched);
  });

  test("an event that names our payment and the session of another, which is paid", async () => {
    const { checkout } = await buy(1);
    fixture.provider.complete(String(checkout.sessionId), "paid");
    const { publicId } = await payment();
    expect(await tell({ id: String(checkout.sessionId), metadata: { payment: publicId } })).toBe(
      200,
    );
    expect(await payment()).toMatchObject(untouched);
    const paid = await fixture.gateway.db.prisma.payment.findUniqueOrThrow({
      where: { id: checkout.paymentId },
    });
    expect(paid).toMatchObject({ state: "paid", credited: 1 });
  });

  test("a paid session of another payment instead of the opened one", async () => {
    const { checkout } = await buy(5);
    const other = fixture.provider.complete(String(checkout.sessionId), "paid");
    await fixture.gateway.db.prisma.checkout.update({
      where: { id: checkout.id },
      data: { sessionId: `${sessionId}_moved` },
    });
    await fixture.gateway.db.prisma.checkout.updateMany({
      where: { sessionId },
      data: { sessionId: other.id },
    });
    expect(await tell({ id: other.id })).toBe(200);
    expect(await payment()).toMatchObject({ credited: 0, rejection: "mismatch" });
  });

  test("an event that was told before", async () => {
    fixture.provider.complete(sessionId, "paid");
    for (let time = 0; time < 3; time++)
      expect(await tell({ id: sessionId }, "evt_again")).toBe(200);
    expect(await payment()).toMatchObject({ state: "paid", credited: 5 });
    const entries = await fixture.gateway.db.prisma.paymentEntry.findMany({
      where: { payment: { pollId: poll.id } },
    });
    expect(entries.map(({ after }) => after)).toEqual(["created", "open", "paid"]);
  });

  test.each([
    "?from=checkout&session_id=cs_test_of_somebody",
    "?from=checkout&payment_status=paid&amount=1",
    "?quantity=500&voting_fee=1",
  ])("what stands in the address of the page: %s", async (query) => {
    expect((await fixture.gateway.request(`GET ${url}${query}`)).status).toBe(200);
    await fixture.work();
    expect(await payment()).toMatchObject(untouched);
    expect(fixture.provider.session(sessionId)).toMatchObject({ amount_total: 500 });
  });

  test("a form that names another amount", async () => {
    await fixture.gateway.request(`POST ${url}`, {
      text: "quantity=1&amount=1",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
    await fixture.work();
    expect(await payment()).toMatchObject({ ...untouched, quantity: 5, unitAmount: 100 });
  });

  test("a token that is none, or almost ours", async () => {
    const almost = `${url.slice(0, -1)}${url.endsWith("A") ? "B" : "A"}`;
    expect((await fixture.gateway.request(`GET ${almost}`)).status).toBe(404);
    expect((await fixture.gateway.request(`GET ${url}A`)).status).toBe(404);
  });
});
