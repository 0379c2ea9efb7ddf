// Covers docs/reference/payments.md: connected-accounts

import { shareAccount } from "../../services/gateway/testing/share-gateway";
import { signUp } from "../../services/gateway/testing/sign-up";
import { sweepConnectedAccounts } from "../../services/payment-worker/testing";
import { connectedAccounts, path } from "./connected-accounts";
import { openPaymentFixture, sharePayments } from "./payment-fixture";

describe("the onboarding of an owner's account", () => {
  /** Advances only when a test sets it. */
  let aheadMs = 0;
  /** Types of events that are not delivered. */
  let silent: readonly string[] = [];
  let fault: "500_after" | "lost_answer" | undefined;

  const fixture = sharePayments({
    env: { PAYMENT_CONNECT_FEE_PERCENT: "2.5" },
    clock: () => new Date(Date.now() + aheadMs),
    deliveries: (type) => (silent.includes(type) ? [] : [0]),
    fault: ({ path: called }) => (called === "/v1/accounts" ? fault : undefined),
  });
  const member = shareAccount(fixture.gateway, { name: "Mona" });
  const { connect, stateOf, rowOf, pageOf, connectedOwner } = connectedAccounts(fixture);
  afterEach(() => {
    silent = [];
    fault = undefined;
  });

  test("leads from the endpoint through our page to the provider, and the provider's state makes the account ready", async () => {
    const owner = await signUp(fixture.gateway.db);
    expect((await fixture.request(`GET ${path}`, owner)).body.code).toBe(
      "connected_account_not_found",
    );
    const begun = await connect(owner, { country: "FR" });
    expect([begun.status, begun.body]).toMatchObject([
      202,
      { state: "preparing", country: "FR", charges_enabled: false, fee_percent: 2.5 },
    ]);
    const { url } = begun.body;
    // Tokens with the scope `read` do not get the address, because it allows entering details.
    expect((await fixture.request(`GET ${path}`, owner)).body).not.toHaveProperty("url");
    expect((await pageOf(url)).text).toContain("One moment");
    await fixture.work();
    expect(await stateOf(owner)).toBe("onboarding");
    const link = /href="([^"]+\/onboarding\/[^"]+)"/.exec((await pageOf(url)).text)?.[1] ?? "";
    expect((await fetch(link)).status).toBe(200);
    const left = await fetch(link, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ action: "leave" }),
    });
    expect(left.headers.get("location")).toBe(`${url}?from=provider`);
    expect((await pageOf(url, "?from=provider")).text).toContain("Checking your account");
    await fixture.settle();
    expect(await stateOf(owner)).toBe("onboarding");

    // A link opens once. For a second visit the provider redirects to our page, whose button requests another link.
    const again = await fetch(link, { redirect: "manual" });
    expect(again.headers.get("location")).toBe(`${url}?from=expired`);
    expect((await pageOf(url, "?from=expired")).text).toContain("Not finished yet");
    aheadMs += 20_000;
    await fixture.gateway.request(`POST ${url}`);
    await fixture.work();
    const fresh = /href="([^"]+\/onboarding\/[^"]+)"/.exec((await pageOf(url)).text)?.[1] ?? "";
    expect(fresh).not.toBe(link);
    await fetch(fresh, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ action: "finish" }),
    });
    await fixture.settle();
    expect((await fixture.request(`GET ${path}`, owner)).body).toMatchObject({
      state: "ready",
      charges_enabled: true,
      payouts_enabled: true,
    });
    expect((await pageOf(url)).text).toContain("Your account is connected");
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
    const created = fixture.provider.accounts
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
    expect((await pageOf(url)).text).toContain("could not be opened");
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
    expect((await fixture.request(`GET ${path}`, member)).status).toBe(404);
    expect((await fixture.request(`DELETE ${path}`, member)).status).toBe(404);
    expect(await stateOf(owner)).toBe("ready");
    expect((await pageOf(`https://polls.example/connect/${"x".repeat(22)}`)).status).toBe(404);
    expect((await connect(owner, { country: "de" })).status).toBe(422);
  });

  test("the provider is queried again without an event", async () => {
    silent = ["account.updated"];
    const owner = await signUp(fixture.gateway.db);
    await connect(owner);
    await fixture.work();
    const { providerAccountId } = await rowOf(owner);
    fixture.provider.accounts.allow(String(providerAccountId), true);
    const sweep = async () => {
      await sweepConnectedAccounts(fixture.deps);
      await fixture.work();
      return stateOf(owner);
    };
    expect(await sweep()).toBe("onboarding");
    aheadMs += 11 * 60_000;
    expect(await sweep()).toBe("ready");
    fixture.provider.accounts.allow(String(providerAccountId), false);
    aheadMs += 6 * 3_600_000;
    expect(await sweep()).toBe("restricted");
  });
});
