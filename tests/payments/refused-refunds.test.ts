// Covers docs/reference/payments.md: refused-refunds

import { findPaymentDiscrepancies } from "@polls/db/counts";
import { outboxStore } from "@polls/db/outbox";
import { findOwedPayments } from "@polls/db/payments";
import type { FakeRefusal } from "@polls/devstack";
import { shareAccount } from "../../services/gateway/testing/share-gateway";
import { sweepPayments } from "../../services/payment-worker/testing";
import { type Sale, sharePayments } from "./payment-fixture";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The answer of the provider when the balance of the platform does not cover a refund. */
const insufficientBalance: FakeRefusal = {
  status: 400,
  type: "invalid_request_error",
  code: "balance_insufficient",
  message: "Insufficient funds in your Stripe balance to refund this amount.",
};

let time = new Date();
/** While true, the provider refuses refunds. */
let refuses = false;
/** The idempotency keys of the calls that create refunds. */
let keys: (string | undefined)[] = [];

const fixture = sharePayments({
  clock: () => time,
  fault({ method, path, key }) {
    if (method !== "POST" || path !== "/v1/refunds") return undefined;
    keys.push(key);
    return refuses ? insufficientBalance : undefined;
  },
});
const owner = shareAccount(fixture.gateway);
const voter = shareAccount(fixture.gateway);

const prisma = () => fixture.gateway.db.prisma;
const sale = {} as Sale;
const asAdmin = (line: string, body?: unknown) => fixture.request(line, owner, body);
const payments = () => fixture.paymentsOf(sale.poll);
const shown = async () => (await asAdmin(`GET ${sale.path}/payments`)).body.payments.at(-1);
const refundsMade = async () => {
  const intents = (await payments()).flatMap(({ checkouts }) =>
    checkouts.map(({ paymentIntentId }) => paymentIntentId),
  );
  return fixture.provider
    .refunds()
    .filter(({ payment_intent: intent }) => intents.includes(intent));
};
const later = async (ms: number) => {
  time = new Date(time.getTime() + ms);
  await sweepPayments(fixture.deps);
  await fixture.settle();
};

const sell = async () => Object.assign(sale, await fixture.sell(owner, voter));

/** A checkout is paid after its purchase was replaced. Returns the address of its page. */
async function owedMoney(): Promise<string> {
  const { poll, buy } = await sell();
  const { body } = await buy(5);
  await fixture.work();
  const session = await fixture.sessionOf(poll);
  await buy(2);
  fixture.provider.complete(session, "paid");
  await fixture.settle();
  return body.url;
}

/** Votes that are bought, and that an admin refunds. */
async function requestedRefund(): Promise<void> {
  const { poll, path, buy } = await sell();
  await buy(5);
  await fixture.work();
  await fixture.pay(poll);
  const [first] = await payments();
  const answer = await asAdmin(`POST ${path}/payments/${first?.publicId}/refund`, {});
  expect(answer.status).toBe(202);
  await fixture.settle();
}

beforeEach(() => {
  refuses = true;
  keys = [];
});

/** Sends what is still owed, which the next test must not count. */
afterEach(async () => {
  refuses = false;
  await outboxStore(fixture.gateway.db).retryDead(undefined);
  await fixture.settle();
});

test("a refused refund of owed money is shown to payer, owner and operator with its reason", async () => {
  const page = await owedMoney();
  expect(await shown()).toMatchObject({
    state: "refund_failed",
    refund_failure: insufficientBalance.message,
    rejection: "replaced",
  });
  expect((await fixture.gateway.request(`GET ${page}`)).text).toContain("refund is delayed");
  const [first] = await payments();
  const id = String(first?.publicId);
  expect((await findPaymentDiscrepancies([fixture.gateway.db], time)).refund_failed).toContain(id);
  expect(await findOwedPayments(fixture.gateway.db, 100)).toContainEqual(
    expect.objectContaining({ id, owed: 500, failure: insufficientBalance.message }),
  );
});

test("a retry by the operator sends it again under another key, once", async () => {
  await owedMoney();
  refuses = false;
  expect(await outboxStore(fixture.gateway.db).retryDead(undefined)).toBeGreaterThan(0);
  await fixture.settle();
  expect(await refundsMade()).toMatchObject([{ amount: 500 }]);
  expect(new Set(keys).size).toBe(2);
  expect(await shown()).toMatchObject({ state: "refunded", refund_failure: null });
});

test("an admin sends it again", async () => {
  await owedMoney();
  refuses = false;
  const [first] = await payments();
  const line = `POST ${sale.path}/payments/${first?.publicId}/refund`;
  expect((await asAdmin(line, {})).status).toBe(202);
  await fixture.settle();
  expect(await refundsMade()).toMatchObject([{ amount: 500 }]);
  expect(await shown()).toMatchObject({ state: "refunded" });
  expect((await asAdmin(line, {})).body).toMatchObject({ code: "not_refundable" });
});

test("it is sent again by itself with growing pauses for 30 days, and never twice at a time", async () => {
  await owedMoney();
  expect(new Set(keys).size).toBe(1);
  await later(HOUR_MS / 2);
  expect(new Set(keys).size).toBe(1);
  await later(HOUR_MS / 2);
  expect(new Set(keys).size).toBe(2);
  for (let day = 0; day < 31; day++) await later(DAY_MS);
  const tries = new Set(keys).size;
  expect(tries).toBeGreaterThan(25);
  await later(2 * DAY_MS);
  expect(new Set(keys).size).toBe(tries);
  expect(await prisma().outbox.count({ where: { deadAt: { not: null } } })).toBeLessThan(5);
  expect(await shown()).toMatchObject({ state: "refund_failed" });
  refuses = false;
  const [first] = await payments();
  await asAdmin(`POST ${sale.path}/payments/${first?.publicId}/refund`, {});
  await fixture.settle();
  expect(await refundsMade()).toMatchObject([{ amount: 500 }]);
});

test("a refund that an admin requested is sent again too", async () => {
  await requestedRefund();
  expect(await shown()).toMatchObject({ state: "refund_failed", rejection: null, credited: 5 });
  refuses = false;
  await later(HOUR_MS);
  expect(await refundsMade()).toMatchObject([{ amount: 500 }]);
  expect(await shown()).toMatchObject({ state: "refunded", credited: 0 });
});

test("a refused refund ends when the money was returned in the dashboard", async () => {
  await requestedRefund();
  refuses = false;
  const [first] = await payments();
  const intent = String(first?.checkouts[0]?.paymentIntentId);
  fixture.provider.createRefund({ payment_intent: intent });
  await later(HOUR_MS);
  expect(await refundsMade()).toHaveLength(1);
  expect(await shown()).toMatchObject({ state: "refunded", refund_failure: null });
  expect((await payments())[0]?.refunds).toMatchObject([{ state: "failed", failure: null }]);
});

test("owed money that a bank returns is sent again as another refund", async () => {
  refuses = false;
  await owedMoney();
  const [made] = await refundsMade();
  fixture.provider.failRefund(String(made?.id));
  await fixture.settle();
  expect(await shown()).toMatchObject({ state: "refund_failed", rejection: "replaced" });
  await later(HOUR_MS);
  expect(await refundsMade()).toMatchObject([{ status: "failed" }, { amount: 500 }]);
  expect(await shown()).toMatchObject({ state: "refunded" });
});
