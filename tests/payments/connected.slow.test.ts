// Covers docs/reference/payments.md: connected-accounts
// Covers docs/reliability.md: money-of-owners

import { findPaymentDiscrepancies } from "@polls/db/counts";
import type { Poll } from "@polls/domain/polls";
import { createLogger } from "@polls/telemetry";
import { shareAccount } from "../../services/gateway/testing/share-gateway";
import { type NewAccount, signUp } from "../../services/gateway/testing/sign-up";
import { handlers, type PaymentDeps } from "../../services/payment-worker/testing";
import { connectedAccounts, path } from "./connected-accounts";
import { sharePayments } from "./payment-fixture";

const DAY_MS = 24 * 3_600_000;

/** Advances only when a test sets it. */
let aheadMs = 0;
/** Types of events that are not delivered. */
let silent: readonly string[] = [];
/** Called before each call to the provider takes effect. */
let onCall: (line: string) => void = () => undefined;

const fixture = sharePayments({
  env: { PAYMENT_CONNECT_FEE_PERCENT: "2.5" },
  clock: () => new Date(Date.now() + aheadMs),
  deliveries: (type) => (silent.includes(type) ? [] : [0]),
  fault({ method, path: called }) {
    onCall(`${method} ${called}`);
    return undefined;
  },
});
const member = shareAccount(fixture.gateway, { name: "Mona" });
const { connect, stateOf, pageOf, connectedOwner } = connectedAccounts(fixture);
afterEach(() => {
  silent = [];
  onCall = () => undefined;
});

const soldBy = (owner: NewAccount, settings: object = {}) => fixture.sell(owner, member, settings);

async function reverseTransfer(poll: Poll, deps: PaymentDeps): Promise<void> {
  const checkoutId = String((await fixture.checkoutOf(poll)).id);
  await handlers["payment.reverse-transfer"]({ checkoutId }, deps, {
    signal: new AbortController().signal,
    attempt: 1,
    isLast: false,
    log: createLogger("payment-worker", { level: "silent" }),
    done: async () => undefined,
  });
}

/** A provider that waits for `before` when it is asked to reverse a transfer. */
function slowReversals({ provider }: PaymentDeps, before: () => Promise<void>) {
  const { stripe } = provider;
  const transfers = Object.create(stripe.transfers, {
    createReversal: {
      value: async (...call: Parameters<typeof stripe.transfers.createReversal>) => {
        await before();
        return stripe.transfers.createReversal(...call);
      },
    },
  });
  return { ...provider, stripe: Object.create(stripe, { transfers: { value: transfers } }) };
}

/** Buys ten votes of €1.00 from an owner, and pays. */
async function paidSale() {
  const { owner, destination } = await connectedOwner();
  const { poll, buy } = await soldBy(owner);
  const { provider } = fixture;
  const fees = provider.feesKept();
  const bought = await buy(10);
  expect(bought.status).toBe(200);
  await fixture.work();
  const { payment_intent: intent } = await fixture.pay(poll);
  const transfer = provider.transfers().find((one) => one.destination === destination);
  return {
    owner,
    poll,
    intent: String(intent),
    destination,
    reversed: () => transfer?.amount_reversed,
    transferred: transfer?.amount,
    feesKept: () => provider.feesKept() - fees,
    credited: async () => (await fixture.paymentsOf(poll))[0]?.credited,
  };
}

describe("money of an owner", () => {
  test("goes to the connected account, except for the operator's share", async () => {
    const sale = await paidSale();
    expect([sale.transferred, sale.feesKept(), await sale.credited()]).toEqual([1_000, 25, 10]);
    expect(await fixture.checkoutOf(sale.poll)).toMatchObject({
      destination: sale.destination,
      fee: 25n,
    });
  });

  test("is taken back with a refund, in the same shares", async () => {
    const { owner, poll, reversed, feesKept, credited } = await paidSale();
    const [payment] = (
      await fixture.request(`GET /api/v1/polls/${poll.memberHash}/payments`, owner)
    ).body.payments;
    const line = `POST /api/v1/polls/${poll.memberHash}/payments/${payment.id}/refund`;
    await fixture.request(line, owner, { refund: { votes: 4 } });
    await fixture.settle();
    expect([reversed(), feesKept(), await credited()]).toEqual([400, 15, 6]);
    await fixture.request(line, owner, {});
    await fixture.settle();
    expect([reversed(), feesKept(), await credited()]).toEqual([1_000, 0, 0]);
  });

  test("is taken back by a job when the operator refunds at the provider without it", async () => {
    const { intent, reversed, feesKept } = await paidSale();
    fixture.provider.createRefund({ payment_intent: intent, amount: 300 });
    await fixture.settle();
    expect([reversed(), feesKept()]).toEqual([300, 18]);
  });

  test("is taken back once if a refund reverses its part while the amounts are read", async () => {
    const { poll, intent, reversed, feesKept } = await paidSale();
    const { provider } = fixture;
    onCall = (line) => {
      if (line !== "GET /v1/refunds") return;
      onCall = () => undefined;
      const whole = { reverse_transfer: true, refund_application_fee: true };
      provider.createRefund({ payment_intent: intent, amount: 300, ...whole });
    };
    await reverseTransfer(poll, fixture.deps);
    await fixture.settle();
    expect([reversed(), feesKept()]).toEqual([300, 18]);
  });

  test("is taken back once by two runs at the same time, with a refund between them", async () => {
    const { poll, intent, reversed, feesKept } = await paidSale();
    const { provider } = fixture;
    provider.createRefund({ payment_intent: intent, amount: 300 });
    const slow = slowReversals(fixture.deps, async () => {
      const whole = { reverse_transfer: true, refund_application_fee: true };
      provider.createRefund({ payment_intent: intent, amount: 200, ...whole });
      await reverseTransfer(poll, fixture.deps);
    });
    await reverseTransfer(poll, { ...fixture.deps, provider: slow });
    await fixture.settle();
    expect([reversed(), feesKept()]).toEqual([500, 13]);
  });

  test("is taken back for each of two equal refunds, also after a run that died between them", async () => {
    const { poll, intent, reversed } = await paidSale();
    const refund = async () => {
      fixture.provider.createRefund({ payment_intent: intent, amount: 300 });
      await fixture.settle();
      return reversed();
    };
    expect(await refund()).toBe(300);
    // The state if the run had died before it stored the result.
    const { id } = await fixture.checkoutOf(poll);
    await fixture.gateway.db.prisma.checkout.update({
      where: { id },
      data: { reversalAttempt: 0 },
    });
    expect(await refund()).toBe(600);
  });

  test("is taken back after a lost dispute, and stays after a won dispute", async () => {
    const { provider } = fixture;
    for (const [outcome, back, kept] of [
      ["won", 0, 25],
      ["lost", 1_000, 0],
    ] as const) {
      const { intent, reversed, feesKept } = await paidSale();
      const { id } = provider.openDispute(intent);
      await fixture.settle();
      expect(reversed()).toBe(0);
      provider.closeDispute(id, outcome);
      await fixture.settle();
      expect([reversed(), feesKept()]).toEqual([back, kept]);
    }
  });

  test("of a donation goes completely to the owner, because the share is fixed before the payment", async () => {
    const { owner, destination } = await connectedOwner();
    const { poll } = await soldBy(owner, { voting_fee: 500, voting_fee_type: "voting_donation" });
    await fixture.request(`POST /api/v1/polls/${poll.memberHash}/voters`, member, {
      voter: { user_name: "Mona" },
    });
    await fixture.work();
    const { fee } = await fixture.checkoutOf(poll);
    await fixture.pay(poll, "paid", 700);
    const sent = fixture.provider.transfers().filter((one) => one.destination === destination);
    expect([fee, sent.map(({ amount }) => amount)]).toEqual([0n, [700]]);
    expect(await fixture.paymentsOf(poll)).toMatchObject([
      { state: "paid", rejection: null, received: 700n },
    ]);
  });

  test("that went to another payee than the checkout's is refunded", async () => {
    const { owner } = await connectedOwner();
    const { poll, buy } = await soldBy(owner);
    await buy(10);
    await fixture.work();
    const { id, sessionId } = await fixture.checkoutOf(poll);
    await fixture.gateway.db.prisma.checkout.update({ where: { id }, data: { destination: null } });
    fixture.provider.complete(String(sessionId), "paid");
    await fixture.fakeServer.webhooks.idle();
    await fixture.work();
    expect(await fixture.paymentsOf(poll)).toMatchObject([{ rejection: "mismatch", credited: 0 }]);
  });

  test("goes to the operator while the account is disconnected, and to the owner when it is connected again", async () => {
    const { owner, destination } = await connectedOwner();
    expect((await fixture.request(`DELETE ${path}`, owner)).status).toBe(204);
    expect((await fixture.request(`DELETE ${path}`, owner)).status).toBe(404);
    const first = await soldBy(owner);
    expect((await first.buy(10)).status).toBe(200);
    await fixture.work();
    expect(await fixture.checkoutOf(first.poll)).toMatchObject({ destination: null, fee: 0n });
    expect((await connect(owner)).body.state).toBe("ready");
    const second = await soldBy(owner);
    await second.buy(10);
    await fixture.work();
    expect(await fixture.checkoutOf(second.poll)).toMatchObject({ destination });
  });
});

describe("an account that is not ready", () => {
  const notReady = [422, "payee_not_ready"];

  test("sells nothing: neither settings nor purchases, participants and options with a fee", async () => {
    const owner = await signUp(fixture.gateway.db);
    const { poll, buy } = await soldBy(owner);
    const fee = await soldBy(owner, { voting_fee_type: "voting_fee" });
    const entry = await soldBy(owner, {
      voting_fee_type: null,
      voting_fee: null,
      allow_new_options: true,
      submission_fee: 300,
    });
    const gift = await soldBy(owner, { voting_fee_type: "voting_donation" });
    await connect(owner);
    const answer = async (line: string, who: NewAccount, body: object) => {
      const { status, body: told } = await fixture.request(line, who, body);
      return [status, told.code];
    };
    const create = { poll: { title: "T", voting_fee: 100 } };
    const refused = await fixture.request("POST /api/v1/polls", owner, create);
    expect(refused.body.errors).toEqual({
      voting_fee_type: [
        "needs the owner's connected account to take payments, and it does not yet",
      ],
    });
    expect([refused.status, refused.body.code]).toEqual(notReady);
    // Polls of other owners, removing a fee, and other settings still work.
    expect(await answer("POST /api/v1/polls", member, create)).toEqual([201, undefined]);
    const line = `PATCH /api/v1/polls/${gift.poll.memberHash}`;
    expect((await fixture.request(line, owner, { poll: { title: "Tea" } })).status).toBe(200);

    const bought = await buy(10);
    expect([bought.status, bought.body.code]).toEqual(notReady);
    expect(await fixture.gateway.db.prisma.vote.count({ where: { pollId: poll.id } })).toBe(0);
    const voter = { voter: { user_name: "Mona" } };
    const asMember = (to: Poll, noun: string, body: object) =>
      answer(`POST /api/v1/polls/${to.memberHash}/${noun}`, member, body);
    expect(await asMember(fee.poll, "voters", voter)).toEqual(notReady);
    const cake = { option: { content: "Cake" } };
    expect(await asMember(entry.poll, "options", cake)).toEqual(notReady);
    // Nothing waits for a donation.
    expect(await asMember(gift.poll, "voters", voter)).toEqual([201, undefined]);
  });

  test("a waiting checkout is not opened: the page shows this, and continues when the account is ready", async () => {
    const { owner, destination } = await connectedOwner();
    const { poll, buy } = await soldBy(owner);
    // The provider refuses before its event arrives.
    silent = ["account.updated"];
    const { url } = (await buy(10)).body;
    fixture.provider.accounts.allow(destination, false);
    expect(await fixture.work()).toBeGreaterThan(0);
    expect(await stateOf(owner)).toBe("restricted");
    expect((await pageOf(url)).text).toContain("This cannot be paid right now");
    const again = await buy(12);
    expect([again.status, again.body.code]).toEqual(notReady);

    silent = [];
    fixture.provider.accounts.allow(destination, true);
    await fixture.settle();
    aheadMs += 31_000;
    expect((await pageOf(url)).text).toContain("One moment");
    await fixture.work();
    expect(await fixture.checkoutOf(poll)).toMatchObject({ state: "open", destination });
  });
});

test("reconciliation lists money that was not taken back from an owner within a day", async () => {
  const { poll, intent } = await paidSale();
  fixture.provider.createRefund({ payment_intent: intent, amount: 300 });
  await fixture.settle();
  const { db } = fixture.gateway;
  const { id } = await fixture.checkoutOf(poll);
  const named = async () => {
    const later = new Date(Date.now() + aheadMs + 2 * DAY_MS);
    return (await findPaymentDiscrepancies([db], later)).transfers;
  };
  expect(await named()).toEqual([]);
  await db.prisma.checkout.update({ where: { id }, data: { reversed: 200 } });
  const [payment] = await fixture.paymentsOf(poll);
  expect(await named()).toEqual([payment?.publicId]);
  expect((await findPaymentDiscrepancies([db], new Date(Date.now() + aheadMs))).transfers).toEqual(
    [],
  );
});
