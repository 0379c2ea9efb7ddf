import { signUp } from "../../services/gateway/testing/sign-up";
import { sharePayments } from "./payment-fixture";

const fixture = sharePayments({
  env: { PAYMENT_CURRENCY: "idr", PAYMENT_MINIMUM: "1000000" },
});

const LARGEST = 999_999_999_999;

test.each([LARGEST, 2_147_483_648, 2_147_483_647])(
  "a fee of %i is asked for, paid and counts",
  async (amount) => {
    const { db, request } = fixture.gateway;
    const owner = await signUp(db);
    const asOwner = (line: string, body: object) =>
      request(line, { token: owner.privateToken, body });
    const made = await asOwner("POST /api/v1/polls", {
      poll: { title: "Gala", voting_fee: amount },
    });
    expect([made.status, made.body.errors]).toEqual([201, undefined]);
    const { body: voter } = await asOwner(`POST /api/v1/polls/${made.body.member_hash}/voters`, {
      voter: { user_name: "Pia" },
    });
    expect(voter.paid).toBe(false);
    await fixture.work();
    const payment = await db.prisma.payment.findFirstOrThrow({
      where: { pollTitle: "Gala" },
      include: { checkouts: true },
      orderBy: { id: "desc" },
    });
    const session = String(payment.checkouts[0]?.sessionId);
    expect(fixture.provider.session(session)).toMatchObject({
      amount_total: amount,
      currency: "idr",
    });
    fixture.provider.complete(session, "paid");
    await fixture.settle();
    const list = await request(`GET /api/v1/polls/${made.body.member_hash}/payments`, {
      token: owner.privateToken,
    });
    expect(list.body.payments[0]).toMatchObject({
      ...{ state: "paid", unit_amount: amount, received: amount, credited: 1 },
    });
  },
);

test("an amount above the largest of the currency is refused", async () => {
  const owner = await signUp(fixture.gateway.db);
  const { status } = await fixture.gateway.request("POST /api/v1/polls", {
    token: owner.privateToken,
    body: { poll: { title: "Gala", voting_fee: LARGEST + 1 } },
  });
  expect(status).toBe(422);
});
