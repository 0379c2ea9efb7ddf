// Covers docs/reference/payments.md: connected-accounts

import type { FakeRefusal } from "@polls/devstack";
import { shareAccount } from "../../services/gateway/testing/share-gateway";
import type { NewAccount } from "../../services/gateway/testing/sign-up";
import { sweepConnectedAccounts, sweepPayments } from "../../services/payment-worker/testing";
import { connectedAccounts, path } from "./connected-accounts";
import { sharePayments } from "./payment-fixture";

const HOUR_MS = 3_600_000;

let aheadMs = 0;
let reversals: FakeRefusal | undefined;
let reversalKeys: (string | undefined)[] = [];

const fixture = sharePayments({
  env: { PAYMENT_CONNECT_FEE_PERCENT: "2.5" },
  clock: () => new Date(Date.now() + aheadMs),
  fault({ path: called, key }) {
    if (!called.endsWith("/reversals")) return undefined;
    reversalKeys.push(key);
    return reversals;
  },
});
const member = shareAccount(fixture.gateway, { name: "Mona" });
afterEach(() => {
  reversals = undefined;
  reversalKeys = [];
});

const accounts = () => fixture.provider.accounts;
const { connect, stateOf, rowOf, pageOf, connectedOwner } = connectedAccounts(fixture);

describe("the owner of an account that is no longer ready", () => {
  const mailsTo = ({ id }: NewAccount) =>
    fixture.gateway.db.prisma.mail.findMany({
      where: { kind: "account_refused", accountId: id },
      orderBy: { id: "asc" },
    });
  const allow = async (destination: string, allowed: boolean) => {
    accounts().allow(destination, allowed);
    await fixture.settle();
  };

  test("gets one mail, in the language in which the account was connected", async () => {
    const { owner, destination } = await connectedOwner({}, { "accept-language": "de" });
    expect(await mailsTo(owner)).toEqual([]);
    accounts().deauthorize(destination);
    await fixture.settle();
    const { email } = await fixture.gateway.db.prisma.account.findUniqueOrThrow({
      where: { id: owner.id },
    });
    const [mail, ...others] = await mailsTo(owner);
    expect([mail, others]).toMatchObject([{ address: email, language: "de", state: "queued" }, []]);
    const jobs = await fixture.gateway.db.prisma.outbox.count({
      where: { job: "mail.send-mail", payload: { equals: { mailId: String(mail?.id) } } },
    });
    expect(jobs).toBe(1);
    accounts().deauthorize(destination);
    aheadMs += 25 * HOUR_MS;
    await sweepConnectedAccounts(fixture.deps);
    await fixture.settle();
    expect(await stateOf(owner)).toBe("restricted");
    expect(await mailsTo(owner)).toHaveLength(1);
  });

  test("gets at most one mail a day: the second one waits, however often the state changes", async () => {
    const { owner, destination } = await connectedOwner();
    await allow(destination, false);
    for (let times = 0; times < 3; times += 1) {
      await allow(destination, true);
      await allow(destination, false);
    }
    const [first, second, ...others] = await mailsTo(owner);
    expect(others).toEqual([]);
    expect(Number(second?.createdAt) - Number(first?.createdAt)).toBe(24 * HOUR_MS);
    expect((await rowOf(owner)).mailedAt).toEqual(second?.createdAt);
    const job = await fixture.gateway.db.prisma.outbox.findFirstOrThrow({
      where: { job: "mail.send-mail", payload: { equals: { mailId: String(second?.id) } } },
    });
    expect(Number(job.nextCheckAt) - Number(job.createdAt)).toBeGreaterThan(23 * HOUR_MS);
  });

  test("gets no mail after disconnecting it", async () => {
    const { owner, destination } = await connectedOwner();
    await fixture.request(`DELETE ${path}`, owner);
    accounts().deauthorize(destination);
    await fixture.settle();
    expect(await stateOf(owner)).toBeUndefined();
    expect(await rowOf(owner)).toMatchObject({ state: "restricted" });
    expect(await mailsTo(owner)).toEqual([]);
  });
});

describe("an account that the provider no longer knows", () => {
  test("ends no payment: the account is restricted, the page waits, and opens again by itself", async () => {
    const { owner, destination } = await connectedOwner();
    const { poll, buy } = await fixture.sell(owner, member, {});
    const { url } = (await buy(10)).body;
    accounts().close(destination, true);
    await fixture.work();
    expect(await stateOf(owner)).toBe("restricted");
    const page = (await pageOf(url)).text;
    expect(page).toContain("This cannot be paid right now");
    expect(page).toContain('http-equiv="refresh"');
    expect((await buy(12)).body.code).toBe("payee_not_ready");

    aheadMs += HOUR_MS;
    accounts().close(destination, false);
    accounts().allow(destination, true);
    await fixture.settle();
    expect(await stateOf(owner)).toBe("ready");
    expect((await pageOf(url)).text).toContain("One moment");
    await fixture.work();
    expect(await fixture.checkoutOf(poll)).toMatchObject({ state: "open", destination });
    expect((await pageOf(url)).text).toContain("Pay now");
  });

  test("is noticed by the event of the owner who withdraws the access", async () => {
    const { owner, destination } = await connectedOwner();
    accounts().deauthorize(destination);
    await fixture.settle();
    expect(await stateOf(owner)).toBe("restricted");
    expect(await rowOf(owner)).toMatchObject({ chargesEnabled: false, payoutsEnabled: false });
  });

  test.each([undefined, "FR"])(
    "is replaced by a new one after DELETE and POST, at once (country %p)",
    async (country) => {
      const { owner, destination } = await connectedOwner();
      accounts().close(destination, true);
      await fixture.request(`DELETE ${path}`, owner);
      const again = await connect(owner, country === undefined ? {} : { country });
      expect(again.status).toBe(202);
      await fixture.work();
      const { providerAccountId } = await rowOf(owner);
      expect(providerAccountId).not.toBe(destination);
      expect(await stateOf(owner)).toBe("onboarding");
      expect((await pageOf(again.body.url)).text).toContain("/onboarding/");
      accounts().allow(String(providerAccountId), true);
      await fixture.settle();
      expect(await stateOf(owner)).toBe("ready");
    },
  );

  test("is replaced also if this was known before, or the onboarding was not finished", async () => {
    const { owner, destination } = await connectedOwner();
    accounts().deauthorize(destination);
    await fixture.settle();
    await fixture.request(`DELETE ${path}`, owner);
    expect((await connect(owner)).body.state).toBe("preparing");
    await fixture.work();
    const { providerAccountId } = await rowOf(owner);
    expect(providerAccountId).not.toBe(destination);
    accounts().close(String(providerAccountId), true);
    await fixture.request(`DELETE ${path}`, owner);
    await connect(owner);
    await fixture.work();
    expect(await stateOf(owner)).toBe("onboarding");
    expect((await rowOf(owner)).providerAccountId).not.toBe(providerAccountId);
  });

  test("is not replaced without DELETE", async () => {
    const { owner, destination } = await connectedOwner();
    accounts().close(destination, true);
    aheadMs += 7 * HOUR_MS;
    await sweepConnectedAccounts(fixture.deps);
    await fixture.work();
    expect(await stateOf(owner)).toBe("restricted");
    await connect(owner);
    await fixture.work();
    expect(await rowOf(owner)).toMatchObject({ providerAccountId: destination });
  });
});

test("an account that the provider knows is kept after DELETE and POST, unless the country changes", async () => {
  const { owner, destination } = await connectedOwner();
  await fixture.request(`DELETE ${path}`, owner);
  expect((await connect(owner)).body.state).toBe("ready");
  await fixture.work();
  expect(await rowOf(owner)).toMatchObject({ providerAccountId: destination, state: "ready" });
  expect((await connect(owner, { country: "IT" })).status).toBe(422);
  await fixture.request(`DELETE ${path}`, owner);
  expect((await connect(owner, { country: "IT" })).body).toMatchObject({
    ...{ state: "preparing", country: "IT", charges_enabled: false },
  });
  await fixture.work();
  expect((await rowOf(owner)).providerAccountId).not.toBe(destination);
});

test("money that an account does not give back is taken back again under another key", async () => {
  const { owner, destination } = await connectedOwner();
  const { poll, buy } = await fixture.sell(owner, member, {});
  await buy(10);
  await fixture.work();
  const { provider } = fixture;
  const { payment_intent: intent } = await fixture.pay(poll);
  const transfer = provider.transfers().find((one) => one.destination === destination);
  reversals = {
    status: 400,
    type: "invalid_request_error",
    code: "balance_insufficient",
    message: "Insufficient funds in the connected account.",
  };
  provider.createRefund({ payment_intent: String(intent), amount: 300 });
  await fixture.settle();
  expect(transfer?.amount_reversed).toBe(0);
  expect(new Set(reversalKeys).size).toBe(1);
  reversals = undefined;
  aheadMs += HOUR_MS + 60_000;
  await sweepPayments(fixture.deps);
  await fixture.settle();
  expect(transfer?.amount_reversed).toBe(300);
  expect(new Set(reversalKeys).size).toBe(2);
});
