// Covers docs/reference/payments.md: what-is-paid-twice

import { findPaymentDiscrepancies, recountAll } from "@polls/db/counts";
import { shareAccount } from "../../services/gateway/testing/share-gateway";
import { settlePayment } from "../../services/payment-worker/testing";
import { sharePayments } from "./payment-fixture";

const fixture = sharePayments();
const owner = shareAccount(fixture.gateway);
const voter = shareAccount(fixture.gateway);

const prisma = () => fixture.gateway.db.prisma;
async function newSale() {
  const sale = await fixture.sell(owner, voter);
  const { poll } = sale;
  /** Buys votes, and pays. Returns the id of the payment intent. */
  async function buy(vote: number): Promise<string> {
    expect((await sale.buy(vote)).status).toBe(200);
    await fixture.work();
    return String((await fixture.pay(poll)).payment_intent);
  }
  async function figures() {
    const vote = await prisma().vote.findFirstOrThrow({ where: { pollId: poll.id } });
    return { value: Number(vote.value), paid: vote.paidVotes, rating: await sale.rating() };
  }
  return { poll, buy, figures };
}

const three = { value: 3, paid: 3, rating: 3 };
const refundsOf = (intent: string) =>
  fixture.provider
    .refunds()
    .filter(({ payment_intent: of, status }) => of === intent && status !== "failed");

test("a refund that fails after the same votes were bought again: the newest payment is refunded", async () => {
  const { poll, buy, figures } = await newSale();
  const first = await buy(3);
  const { provider } = fixture;
  const { id } = provider.createRefund({ payment_intent: first });
  await fixture.settle();
  expect(await figures()).toEqual({ value: 3, paid: 0, rating: 0 });
  const second = await buy(3);
  expect(await figures()).toEqual(three);
  provider.failRefund(id);
  await fixture.settle();
  expect(await figures()).toEqual(three);
  expect(refundsOf(second)).toMatchObject([{ amount: 300 }]);
  expect(refundsOf(first)).toEqual([]);
  expect(await fixture.paymentsOf(poll)).toMatchObject([
    { state: "paid", credited: 3 },
    { state: "refunded", credited: 0 },
  ]);
  for (const payment of await fixture.paymentsOf(poll))
    await settlePayment(fixture.deps, payment.id);
  await fixture.settle();
  expect(refundsOf(second)).toHaveLength(1);
  const { publicId } = await prisma().vote.findFirstOrThrow({ where: { pollId: poll.id } });
  const found = await findPaymentDiscrepancies([fixture.gateway.db], new Date());
  expect(found.votes).not.toContain(publicId);
  expect([found.ledger, found.refund_failed]).toEqual([[], []]);
});

test("a part of a refund that fails: only the surplus is refunded", async () => {
  const { buy, figures } = await newSale();
  const first = await buy(3);
  const { provider } = fixture;
  const { id } = provider.createRefund({ payment_intent: first, amount: 200 });
  await fixture.settle();
  const second = await buy(3);
  expect(await figures()).toEqual(three);
  provider.failRefund(id);
  await fixture.settle();
  expect(await figures()).toEqual(three);
  expect(refundsOf(second)).toMatchObject([{ amount: 200 }]);
});

test("a dispute that is won after the same votes were bought again", async () => {
  const { buy, figures } = await newSale();
  const first = await buy(3);
  const { provider } = fixture;
  const { id } = provider.openDispute(first);
  await fixture.settle();
  const second = await buy(3);
  provider.closeDispute(id, "won");
  await fixture.settle();
  expect(await figures()).toEqual(three);
  expect(refundsOf(second)).toMatchObject([{ amount: 300 }]);
});

test("votes that count for more than their value are found by both checks", async () => {
  const { poll, buy } = await newSale();
  await buy(3);
  const { publicId } = await prisma().vote.findFirstOrThrow({ where: { pollId: poll.id } });
  await prisma().vote.update({ where: { publicId }, data: { value: 2 } });
  const { votes } = await findPaymentDiscrepancies([fixture.gateway.db], new Date());
  expect(votes).toContain(publicId);
  const { drift } = await recountAll(fixture.gateway.db, { pollIds: [poll.id], repair: false });
  expect(drift).toBe(1);
});

async function newFee() {
  const { request } = fixture.gateway;
  const poll = await owner.buildPoll({
    settings: { voting_fee: 500, voting_fee_type: "voting_fee" },
  });
  const path = `/api/v1/polls/${poll.memberHash}`;
  const { body: participant } = await request(`POST ${path}/voters`, {
    token: voter.privateToken,
    body: { voter: { user_name: "Mona" } },
  });
  /** Pays the open fee. Returns the id of the payment intent. */
  async function pay(): Promise<string> {
    await fixture.work();
    return String((await fixture.pay(poll)).payment_intent);
  }
  /** The participant owes the changed fee, if the old one is not paid. */
  async function changeFee(): Promise<void> {
    const changed = await request(`PATCH /api/v1/polls/${poll.adminHash}`, {
      token: owner.privateToken,
      body: { poll: { voting_fee: 600 } },
    });
    expect(changed.status).toBe(200);
    const page = String((await fixture.paymentsOf(poll)).at(-1)?.token);
    await request(`GET https://polls.example/pay/${page}`);
  }
  async function isPaid(): Promise<boolean> {
    const line = `GET ${path}/voters/${participant.id}`;
    return (await request(line, { token: owner.privateToken })).body.paid;
  }
  return { poll, pay, changeFee, isPaid };
}

test.each([
  [
    "a refund that then fails at the bank",
    (intent: string) => {
      const { provider } = fixture;
      const { id } = provider.createRefund({ payment_intent: intent });
      return () => provider.failRefund(id);
    },
  ],
  [
    "a dispute that is then won",
    (intent: string) => {
      const { provider } = fixture;
      const { id } = provider.openDispute(intent);
      return () => provider.closeDispute(id, "won");
    },
  ],
])(
  "a participation fee that was paid again after %s counts once, and the newest payment is refunded",
  async (_, takeBack) => {
    const { poll, pay, changeFee, isPaid } = await newFee();
    const first = await pay();
    const comeBack = takeBack(first);
    await fixture.settle();
    expect(await isPaid()).toBe(false);
    await changeFee();
    const second = await pay();
    expect(await isPaid()).toBe(true);
    comeBack();
    await fixture.settle();
    expect(await isPaid()).toBe(true);
    expect(refundsOf(second)).toMatchObject([{ amount: 600 }]);
    expect(refundsOf(first)).toEqual([]);
    expect(await fixture.paymentsOf(poll)).toMatchObject([
      { state: "paid", credited: 1 },
      { state: "refunded", credited: 0 },
    ]);
    for (const payment of await fixture.paymentsOf(poll))
      await settlePayment(fixture.deps, payment.id);
    await fixture.settle();
    expect(refundsOf(second)).toHaveLength(1);
    const { fees, ledger } = await findPaymentDiscrepancies([fixture.gateway.db], new Date());
    expect([fees, ledger]).toEqual([[], []]);
  },
);

test("a fee that is paid while an earlier payment counts again is refunded", async () => {
  const { poll, pay, changeFee, isPaid } = await newFee();
  const first = await pay();
  const { provider } = fixture;
  const { id } = provider.createRefund({ payment_intent: first });
  await fixture.settle();
  await changeFee();
  await fixture.work();
  provider.failRefund(id);
  await fixture.settle();
  expect(await isPaid()).toBe(true);
  const second = await pay();
  expect(refundsOf(second)).toMatchObject([{ amount: 600 }]);
  expect(await isPaid()).toBe(true);
  expect(await fixture.paymentsOf(poll)).toMatchObject([
    { state: "paid", credited: 1 },
    { state: "refunded", credited: 0, rejection: "replaced" },
  ]);
});
