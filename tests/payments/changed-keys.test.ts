// Covers docs/reference/payments.md: settlement

import { settlePayment, sweepPayments } from "../../services/payment-worker/testing";
import { buyVotes } from "./buy-votes";
import { sharePayments } from "./payment-fixture";

const HOUR_MS = 3_600_000;

let time = new Date();
const fixture = sharePayments({ clock: () => time });

const prisma = () => fixture.gateway.db.prisma;
const paymentOf = (id: bigint) =>
  prisma().payment.findUniqueOrThrow({
    where: { id },
    include: { checkouts: { orderBy: { id: "asc" } } },
  });
const page = (token: string, query = "") =>
  fixture.gateway.request(`GET https://polls.example/pay/${token}${query}`);

async function openPayment() {
  const { id, token } = await buyVotes(fixture);
  await fixture.work();
  const [checkout] = (await paymentOf(id)).checkouts;
  return { id, token, session: String(checkout?.sessionId) };
}

describe("a session that the provider does not know, because another key opened it", () => {
  test.each([
    [
      "the sweep",
      async () => {
        time = new Date(time.getTime() + HOUR_MS);
        await sweepPayments(fixture.deps);
        await fixture.work();
      },
    ],
    [
      "a payer who returns",
      async (token: string) => {
        await page(token, "?from=checkout");
        await fixture.work();
      },
    ],
    ["a query of the operator", (_: string, id: bigint) => settlePayment(fixture.deps, id)],
  ])("has ended, noticed by %s: the page opens another one", async (_, notice) => {
    const { id, token, session } = await openPayment();
    fixture.provider.forgetSession(session);
    await notice(token, id);
    expect(await paymentOf(id)).toMatchObject({ state: "expired", nextCheckAt: null });
    time = new Date(time.getTime() + 31_000);
    expect((await page(token)).text).toContain("Try again");
    await fixture.gateway.request(`POST https://polls.example/pay/${token}`);
    await fixture.work();
    const { state, checkouts } = await paymentOf(id);
    expect([state, checkouts.length]).toEqual(["open", 2]);
    fixture.provider.complete(String(checkouts[1]?.sessionId), "paid");
    await fixture.settle();
    expect(await paymentOf(id)).toMatchObject({ state: "paid", credited: 2 });
  });

  test("changes nothing of a payment that was paid", async () => {
    const { id, session } = await openPayment();
    fixture.provider.complete(session, "paid");
    await fixture.settle();
    fixture.provider.forgetSession(session);
    await settlePayment(fixture.deps, id);
    expect(await paymentOf(id)).toMatchObject({ state: "paid", credited: 2, received: 200n });
  });
});

test("money counts that arrives after its failure was reported", async () => {
  const { id, session } = await openPayment();
  const { provider } = fixture.fakeServer;
  provider.complete(session, "processing");
  await fixture.settle();
  provider.settleLater(session, "failed");
  await fixture.settle();
  expect(await paymentOf(id)).toMatchObject({ state: "failed", received: 0n });
  provider.settleLater(session, "paid");
  await fixture.settle();
  expect(await paymentOf(id)).toMatchObject({ state: "paid", received: 200n, credited: 2 });
});
