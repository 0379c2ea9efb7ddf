// Covers docs/reference/payments.md: connected-accounts
// Covers docs/reliability.md: money-of-owners

import { findPaymentDiscrepancies } from "@polls/db/counts";
import type { Poll } from "@polls/domain/polls";
import { createLogger } from "@polls/telemetry";
import type { NewAccount } from "../../services/gateway/src/features/accounts/create-account";
import { signUp } from "../../services/gateway/testing/sign-up";
import type { PaymentDeps } from "../../services/payment-worker/src/deps";
import { handlers } from "../../services/payment-worker/src/handlers";
import { sweepConnectedAccounts } from "../../services/payment-worker/src/sweep";
import { buildSale } from "./build-sale";
import { openPaymentFixture, type PaymentFixture } from "./payment-fixture";

const DAY_MS = 24 * 3_600_000;
const path = "/api/v1/account/connected_account";
const base = "https://polls.example";

let fixture: PaymentFixture;
let member: NewAccount;
/** Advances only when a test sets it. */
let aheadMs = 0;
/** Types of events that are not delivered. */
let silent: readonly string[] = [];
let fault: "500_after" | "lost_answer" | undefined;
/** Called before each call to the provider takes effect. */
let onCall: (line: string) => void = () => undefined;

beforeAll(async () => {
  fixture = await openPaymentFixture({
    env: { PAYMENT_CONNECT_FEE_PERCENT: "2.5" },
    clock: () => new Date(Date.now() + aheadMs),
    deliveries: (type) => (silent.includes(type) ? [] : [0]),
    fault({ method, path: called }) {
      onCall(`${method} ${called}`);
      return called === "/v1/accounts" ? fault : undefined;
    },
  });
  member = await signUp(fixture.gateway.db, { name: "Mona" });
});
afterAll(() => fixture.close());
afterEach(() => {
  silent = [];
  fault = undefined;
  onCall = () => undefined;
});

const request = (line: string, { privateToken: token }: NewAccount, body?: unknown) =>
  fixture.gateway.request(line, { token, ...(body === undefined ? {} : { body }) });
const connect = (owner: NewAccount, facts: object = {}) =>
  request(`POST ${path}`, owner, { connected_account: facts });
const stateOf = async (owner: NewAccount) => (await request(`GET ${path}`, owner)).body.state;
const rowOf = ({ id }: NewAccount) =>
  fixture.gateway.db.prisma.connectedAccount.findUniqueOrThrow({ where: { accountId: id } });
const pageOf = async (url: string, query = "") => {
  const answer = await fetch(`${url.replace(base, fixture.gateway.url)}${query}`);
  return [answer.status, await answer.text()] as const;
};

/** An owner whose account can take payments. */
async function connectedOwner(): Promise<{ owner: NewAccount; destination: string }> {
  const owner = await signUp(fixture.gateway.db);
  await connect(owner);
  await fixture.work();
  const { providerAccountId } = await rowOf(owner);
  fixture.fakeServer.provider.accounts.allow(String(providerAccountId), true);
  await fixture.settle();
  return { owner, destination: String(providerAccountId) };
}

async function soldBy(owner: NewAccount, settings: object = {}) {
  const { db } = fixture.gateway;
  const { poll, option, participant } = await buildSale(db, owner, member, settings);
  const ids = { voter_id: participant.publicId, option_id: option.publicId };
  const buy = (vote: number) =>
    request(`POST /api/v1/polls/${poll.memberHash}/votes`, member, { ...ids, vote: { vote } });
  return { poll, buy };
}

const checkoutOf = (poll: Poll) =>
  fixture.gateway.db.prisma.checkout.findFirstOrThrow({
    where: { payment: { pollId: poll.id } },
    orderBy: { id: "desc" },
  });

const reverseTransfer = async (poll: Poll, deps: PaymentDeps) =>
  handlers["payment.reverse-transfer"]({ checkoutId: String((await checkoutOf(poll)).id) }, deps, {
    signal: new AbortController().signal,
    attempt: 1,
    isLast: false,
    log: createLogger("payment-worker", { level: "silent" }),
    done: async () => undefined,
  });

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
  const { provider } = fixture.fakeServer;
  const fees = provider.feesKept();
  const bought = await buy(10);
  expect(bought.status).toBe(200);
  await fixture.work();
  const { sessionId } = await checkoutOf(poll);
  const { payment_intent: intent } = provider.complete(String(sessionId), "paid");
  await fixture.settle();
  const transfer = provider.transfers().find((one) => one.destination === destination);
  return {
    owner,
    poll,
    intent: String(intent),
    destination,
    reversed: () => transfer?.amount_reversed,
    transferred: transfer?.amount,
    feesKept: () => provider.feesKept() - fees,
    credited: async () =>
      (await fixture.gateway.db.prisma.payment.findFirstOrThrow({ where: { pollId: poll.id } }))
        .credited,
  };
}

describe("the onboarding", () => {
  test("leads from the endpoint through our page to the provider, and the provider's state makes the account ready", async () => {
    const owner = await signUp(fixture.gateway.db);
    expect((await request(`GET ${path}`, owner)).body.code).toBe("connected_account_not_found");
    const begun = await connect(owner, { country: "FR" });
    expect([begun.status, begun.body]).toMatchObject([
      202,
      { state: "preparing", country: "FR", charges_enabled: false, fee_percent: 2.5 },
    ]);
    const { url } = begun.body;
    // Tokens with the scope `read` do not get the address, because it allows entering details.
    expect((await request(`GET ${path}`, owner)).body).not.toHaveProperty("url");
    expect((await pageOf(url))[1]).toContain("One moment");
    await fixture.work();
    expect(await stateOf(owner)).toBe("onboarding");
    const link = /href="([^"]+\/onboarding\/[^"]+)"/.exec((await pageOf(url))[1])?.[1] ?? "";
    expect((await fetch(link)).status).toBe(200);
    const left = await fetch(link, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ action: "leave" }),
    });
    expect(left.headers.get("location")).toBe(`${url}?from=provider`);
    expect((await pageOf(url, "?from=provider"))[1]).toContain("Checking your account");
    await fixture.settle();
    expect(await stateOf(owner)).toBe("onboarding");

    // A link opens once. For a second visit the provider redirects to our page, whose button requests another link.
    const again = await fetch(link, { redirect: "manual" });
    expect(again.headers.get("location")).toBe(`${url}?from=expired`);
    expect((await pageOf(url, "?from=expired"))[1]).toContain("Not finished yet");
    aheadMs += 20_000;
    await fetch(url.replace(base, fixture.gateway.url), { method: "POST" });
    await fixture.work();
    const fresh = /href="([^"]+\/onboarding\/[^"]+)"/.exec((await pageOf(url))[1])?.[1] ?? "";
    expect(fresh).not.toBe(link);
    await fetch(fresh, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ action: "finish" }),
    });
    await fixture.settle();
    expect((await request(`GET ${path}`, owner)).body).toMatchObject({
      state: "ready",
      charges_enabled: true,
      payouts_enabled: true,
    });
    expect((await pageOf(url))[1]).toContain("Your account is connected");
  });

  test("queries the provider at most every few seconds, and creates one account even if responses are lost", async () => {
    const owner = await signUp(fixture.gateway.db);
    fault = "lost_answer";
    await connect(owner);
    await fixture.work();
    fault = undefined;
    aheadMs += 20_000;
    for (let time = 0; time < 3; time++) expect((await connect(owner)).status).toBe(202);
    const waiting = await fixture.gateway.db.prisma.outbox.count({
      where: { job: "payment.open-onboarding", doneAt: null, tries: 0 },
    });
    expect(waiting).toBe(1);
    await fixture.work();
    const created = fixture.fakeServer.provider.accounts
      .all()
      .filter(({ metadata }) => metadata?.account === owner.publicId);
    expect(created).toHaveLength(1);
    expect(await stateOf(owner)).toBe("onboarding");
  });

  test("an account that the provider refuses is `refused`, and can be requested again", async () => {
    const owner = await signUp(fixture.gateway.db);
    const { url } = (await connect(owner, { country: "XX" })).body;
    await fixture.work();
    expect(await stateOf(owner)).toBe("refused");
    expect((await pageOf(url))[1]).toContain("could not be opened");
    aheadMs += 20_000;
    await connect(owner, { country: "AT" });
    await fixture.work();
    expect(await stateOf(owner)).toBe("onboarding");
    const changed = await connect(owner, { country: "IT" });
    expect([changed.status, Object.keys(changed.body.errors)]).toEqual([422, ["country"]]);
  });

  test("is disabled by default: the operator receives the money", async () => {
    const off = await openPaymentFixture({ env: { PAYMENT_CONNECT: "off" } });
    try {
      const owner = await signUp(off.gateway.db);
      const token = owner.privateToken;
      const { status, body } = await off.gateway.request(`POST ${path}`, { token, body: {} });
      expect([status, body.code]).toEqual([422, "connect_unavailable"]);
      expect(off.deps.connect).toBeUndefined();
    } finally {
      await off.close();
    }
  });

  test("needs the capability, and belongs only to its account", async () => {
    const self = await signUp(fixture.gateway.db, { canTakePayments: false });
    expect((await connect(self)).body.code).toBe("payments_not_allowed");
    const { owner } = await connectedOwner();
    expect((await request(`GET ${path}`, member)).status).toBe(404);
    expect((await request(`DELETE ${path}`, member)).status).toBe(404);
    expect(await stateOf(owner)).toBe("ready");
    expect((await pageOf(`${base}/connect/${"x".repeat(22)}`))[0]).toBe(404);
    expect((await connect(owner, { country: "de" })).status).toBe(422);
  });

  test("the provider is queried again without an event", async () => {
    silent = ["account.updated"];
    const owner = await signUp(fixture.gateway.db);
    await connect(owner);
    await fixture.work();
    const { providerAccountId } = await rowOf(owner);
    fixture.fakeServer.provider.accounts.allow(String(providerAccountId), true);
    const sweep = async () => {
      await sweepConnectedAccounts(fixture.deps);
      await fixture.work();
      return stateOf(owner);
    };
    expect(await sweep()).toBe("onboarding");
    aheadMs += 11 * 60_000;
    expect(await sweep()).toBe("ready");
    fixture.fakeServer.provider.accounts.allow(String(providerAccountId), false);
    aheadMs += 6 * 3_600_000;
    expect(await sweep()).toBe("restricted");
  });
});

describe("money of an owner", () => {
  test("goes to the connected account, except for the operator's share", async () => {
    const sale = await paidSale();
    expect([sale.transferred, sale.feesKept(), await sale.credited()]).toEqual([1_000, 25, 10]);
    expect(await checkoutOf(sale.poll)).toMatchObject({ destination: sale.destination, fee: 25n });
  });

  test("is taken back with a refund, in the same shares", async () => {
    const { owner, poll, reversed, feesKept, credited } = await paidSale();
    const [payment] = (await request(`GET /api/v1/polls/${poll.memberHash}/payments`, owner)).body
      .payments;
    const line = `POST /api/v1/polls/${poll.memberHash}/payments/${payment.id}/refund`;
    await request(line, owner, { refund: { votes: 4 } });
    await fixture.settle();
    expect([reversed(), feesKept(), await credited()]).toEqual([400, 15, 6]);
    await request(line, owner, {});
    await fixture.settle();
    expect([reversed(), feesKept(), await credited()]).toEqual([1_000, 0, 0]);
  });

  test("is taken back by a job when the operator refunds at the provider without it", async () => {
    const { intent, reversed, feesKept } = await paidSale();
    fixture.fakeServer.provider.createRefund({ payment_intent: intent, amount: 300 });
    await fixture.settle();
    expect([reversed(), feesKept()]).toEqual([300, 18]);
  });

  test("is taken back once if a refund reverses its part while the amounts are read", async () => {
    const { poll, intent, reversed, feesKept } = await paidSale();
    const { provider } = fixture.fakeServer;
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
    const { provider } = fixture.fakeServer;
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
      fixture.fakeServer.provider.createRefund({ payment_intent: intent, amount: 300 });
      await fixture.settle();
      return reversed();
    };
    expect(await refund()).toBe(300);
    // The state if the run had died before it stored the result.
    const { id } = await checkoutOf(poll);
    await fixture.gateway.db.prisma.checkout.update({
      where: { id },
      data: { reversalAttempt: 0 },
    });
    expect(await refund()).toBe(600);
  });

  test("is taken back after a lost dispute, and stays after a won dispute", async () => {
    const { provider } = fixture.fakeServer;
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
    await request(`POST /api/v1/polls/${poll.memberHash}/voters`, member, {
      voter: { user_name: "Mona" },
    });
    await fixture.work();
    const { sessionId, fee } = await checkoutOf(poll);
    fixture.fakeServer.provider.complete(String(sessionId), "paid", 700);
    await fixture.settle();
    const sent = fixture.fakeServer.provider
      .transfers()
      .filter((one) => one.destination === destination);
    expect([fee, sent.map(({ amount }) => amount)]).toEqual([0n, [700]]);
    const payment = await fixture.gateway.db.prisma.payment.findFirstOrThrow({
      where: { pollId: poll.id },
    });
    expect(payment).toMatchObject({ state: "paid", rejection: null, received: 700n });
  });

  test("that went to another payee than the checkout's is refunded", async () => {
    const { owner } = await connectedOwner();
    const { poll, buy } = await soldBy(owner);
    await buy(10);
    await fixture.work();
    const { id, sessionId } = await checkoutOf(poll);
    await fixture.gateway.db.prisma.checkout.update({ where: { id }, data: { destination: null } });
    fixture.fakeServer.provider.complete(String(sessionId), "paid");
    await fixture.fakeServer.webhooks.idle();
    await fixture.work();
    const payment = await fixture.gateway.db.prisma.payment.findFirstOrThrow({
      where: { pollId: poll.id },
    });
    expect(payment).toMatchObject({ rejection: "mismatch", credited: 0 });
  });

  test("goes to the operator while the account is disconnected, and to the owner when it is connected again", async () => {
    const { owner, destination } = await connectedOwner();
    expect((await request(`DELETE ${path}`, owner)).status).toBe(204);
    expect((await request(`DELETE ${path}`, owner)).status).toBe(404);
    const first = await soldBy(owner);
    expect((await first.buy(10)).status).toBe(200);
    await fixture.work();
    expect(await checkoutOf(first.poll)).toMatchObject({ destination: null, fee: 0n });
    expect((await connect(owner)).body.state).toBe("ready");
    const second = await soldBy(owner);
    await second.buy(10);
    await fixture.work();
    expect(await checkoutOf(second.poll)).toMatchObject({ destination });
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
      const { status, body: told } = await request(line, who, body);
      return [status, told.code];
    };
    const create = { poll: { title: "T", voting_fee: 100 } };
    const refused = await request("POST /api/v1/polls", owner, create);
    expect(refused.body.errors).toEqual({
      voting_fee_type: [
        "needs the owner's connected account to take payments, and it does not yet",
      ],
    });
    expect([refused.status, refused.body.code]).toEqual(notReady);
    // Polls of other owners, removing a fee, and other settings still work.
    expect(await answer("POST /api/v1/polls", member, create)).toEqual([201, undefined]);
    const line = `PATCH /api/v1/polls/${gift.poll.memberHash}`;
    expect((await request(line, owner, { poll: { title: "Tea" } })).status).toBe(200);

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
    fixture.fakeServer.provider.accounts.allow(destination, false);
    expect(await fixture.work()).toBeGreaterThan(0);
    expect(await stateOf(owner)).toBe("restricted");
    expect((await pageOf(url))[1]).toContain("This cannot be paid right now");
    const again = await buy(12);
    expect([again.status, again.body.code]).toEqual(notReady);

    silent = [];
    fixture.fakeServer.provider.accounts.allow(destination, true);
    await fixture.settle();
    aheadMs += 31_000;
    expect((await pageOf(url))[1]).toContain("One moment");
    await fixture.work();
    expect(await checkoutOf(poll)).toMatchObject({ state: "open", destination });
  });
});

test("reconciliation lists money that was not taken back from an owner within a day", async () => {
  const { poll, intent } = await paidSale();
  fixture.fakeServer.provider.createRefund({ payment_intent: intent, amount: 300 });
  await fixture.settle();
  const { db } = fixture.gateway;
  const { id } = await checkoutOf(poll);
  const named = async () => {
    const later = new Date(Date.now() + aheadMs + 2 * DAY_MS);
    return (await findPaymentDiscrepancies(db, later)).transfers;
  };
  expect(await named()).toEqual([]);
  await db.prisma.checkout.update({ where: { id }, data: { reversed: 200 } });
  const payment = await db.prisma.payment.findFirstOrThrow({ where: { pollId: poll.id } });
  expect(await named()).toEqual([payment.publicId]);
  expect((await findPaymentDiscrepancies(db, new Date(Date.now() + aheadMs))).transfers).toEqual(
    [],
  );
});
