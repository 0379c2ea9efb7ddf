// Covers docs/reference/payments.md: settlement

import type { Poll } from "@polls/domain/polls";
import { shareAnother } from "../../services/gateway/testing/share-gateway";
import { sweepPayments } from "../../services/payment-worker/testing";
import { openSale } from "./buy-votes";
import { sharePayments } from "./payment-fixture";

const HOUR_MS = 3_600_000;

let aheadMs = 0;
let providerAheadMs = 0;
const inMs = (ms: number) => new Date(Date.now() + ms);
const fixture = sharePayments({
  clock: () => inMs(aheadMs),
  providerClock: () => inMs(aheadMs + providerAheadMs),
});
afterEach(() => {
  aheadMs = 0;
  providerAheadMs = 0;
});

const prisma = () => fixture.gateway.db.prisma;
async function sessionOf(poll: Poll): Promise<string> {
  await fixture.work();
  return fixture.sessionOf(poll);
}
const voteOf = ({ id }: Poll) => prisma().vote.findFirstOrThrow({ where: { pollId: id } });

test("a number that is raised while delayed money is on its way: it goes back, and the whole is asked for", async () => {
  const { poll, buy } = await openSale(fixture);
  const { provider } = fixture;
  await buy(2);
  const delayed = await sessionOf(poll);
  provider.complete(delayed, "processing");
  await fixture.settle();
  expect((await buy(5)).status).toBe(200);
  const whole = await sessionOf(poll);
  expect((await fixture.paymentsOf(poll)).map(({ quantity }) => quantity)).toEqual([2, 5]);
  provider.settleLater(delayed, "paid");
  await fixture.settle();
  expect(await voteOf(poll)).toMatchObject({ paidVotes: 0 });
  provider.complete(whole, "paid");
  await fixture.settle();
  expect(await fixture.paymentsOf(poll)).toMatchObject([
    { state: "refunded", rejection: "replaced", received: 200n, refunded: 200n, credited: 0 },
    { state: "paid", rejection: null, received: 500n, refunded: 0n, credited: 5 },
  ]);
  expect(await voteOf(poll)).toMatchObject({ paidVotes: 5 });
});

describe("the currency of the service changes while a purchase is open", () => {
  const changed = shareAnother(fixture.gateway, { env: { PAYMENT_CURRENCY: "usd" } });

  test("it keeps its currency and its page, and its money counts", async () => {
    const { poll, buy } = await openSale(fixture);
    const { url } = (await buy(2)).body;
    expect((await buy(2, changed)).body.url).toBe(url);
    const session = await sessionOf(poll);
    expect((await changed.request(`GET ${url}`)).text).toContain("€2.00");
    fixture.provider.complete(session, "paid");
    await fixture.settle();
    expect(await fixture.paymentsOf(poll)).toMatchObject([
      { state: "paid", currency: "eur", received: 200n, credited: 2 },
    ]);
  });

  test("a purchase that changes asks for the new currency, and the old checkout ends", async () => {
    const { poll, buy } = await openSale(fixture);
    await buy(2);
    const old = await sessionOf(poll);
    await buy(3, changed);
    await fixture.work();
    await fixture.pay(poll);
    const [first, second] = await fixture.paymentsOf(poll);
    expect(first).toMatchObject({ currency: "eur", state: "expired", credited: 0 });
    expect(second).toMatchObject({ currency: "usd", state: "paid", received: 300n, credited: 3 });
    expect(fixture.provider.session(old).status).toBe("expired");
  });
});

test.each([
  ["ahead", 2 * HOUR_MS],
  ["behind", -5 * HOUR_MS],
])(
  "with a clock of the provider that is %s by hours, money counts: the sweep finds it where an event is refused",
  async (_, by) => {
    providerAheadMs = by;
    const { poll, buy } = await openSale(fixture);
    await buy(2);
    const { provider, fakeServer } = fixture;
    provider.complete(await sessionOf(poll), "paid");
    await fakeServer.webhooks.idle();
    await fixture.work();
    aheadMs = HOUR_MS / 4;
    await sweepPayments(fixture.deps);
    await fixture.work();
    expect(await fixture.paymentsOf(poll)).toMatchObject([{ state: "paid", credited: 2 }]);
  },
);

test("a checkout whose end the provider refuses because of the clocks is tried again", async () => {
  providerAheadMs = 5 * HOUR_MS;
  const { poll, buy } = await openSale(fixture);
  const { url } = (await buy(2)).body;
  expect(await fixture.work()).toBeGreaterThan(0);
  expect(await fixture.paymentsOf(poll)).toMatchObject([{ state: "created" }]);
  providerAheadMs = 0;
  aheadMs = HOUR_MS;
  await fixture.gateway.request(`GET ${url}`);
  await fixture.gateway.request(`POST ${url}`);
  await fixture.work();
  await fixture.pay(poll);
  expect(await fixture.paymentsOf(poll)).toMatchObject([{ state: "paid", credited: 2 }]);
});
