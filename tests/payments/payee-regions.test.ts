// Covers docs/reference/payments.md: connected-accounts

import type { FakeRefusal } from "@polls/devstack";
import { buildParticipant } from "@polls/testing";
import { type NewAccount, signUp } from "../../services/gateway/testing/sign-up";
import { sweepConnectedAccounts } from "../../services/payment-worker/testing";
import { buildSale } from "./build-sale";
import { connectedAccounts, path } from "./connected-accounts";
import { sharePayments } from "./payment-fixture";

// The platform of the simulated provider is in Germany.
let refusal: FakeRefusal | undefined;
const fixture = sharePayments({
  env: { PAYMENT_CONNECT_FEE_PERCENT: "2.5" },
  fault: ({ method, path: called }) =>
    method === "POST" && called === "/v1/checkout/sessions" ? refusal : undefined,
});
afterEach(() => {
  refusal = undefined;
});

const { stateOf, rowOf, pageOf, connect, connectedOwner } = connectedAccounts(fixture);

async function readyOwner(country: string) {
  const ready = await connectedOwner({ country });
  expect(await stateOf(ready.owner)).toBe("ready");
  return ready;
}

async function saleOf(owner: NewAccount) {
  const { db } = fixture.gateway;
  const { poll, option } = await buildSale(db, owner, owner, {});
  async function buy() {
    const voter = await signUp(db);
    const participant = await buildParticipant(db, poll, { ownerKey: `user:${voter.id}` });
    const ids = { voter_id: participant.publicId, option_id: option.publicId };
    return fixture.request(`POST /api/v1/polls/${poll.memberHash}/votes`, voter, {
      ...ids,
      vote: { vote: 10 },
    });
  }
  return { buy, checkout: () => fixture.checkoutOf(poll) };
}

test.each([
  ["FR", undefined],
  ["US", "the account"],
] as const)("an owner in %s is paid, with %p as the seller", async (country, seller) => {
  const { owner, destination } = await readyOwner(country);
  const { buy, checkout } = await saleOf(owner);
  await buy();
  expect(await fixture.work()).toBe(0);
  const opened = await checkout();
  expect(opened).toMatchObject({ state: "open", destination });
  expect(fixture.provider.sellerOf(String(opened.sessionId))).toBe(
    seller === undefined ? undefined : destination,
  );
});

describe("a refusal that contradicts the list of countries", () => {
  const message =
    "Stripe doesn't currently support application fees for platforms in DE with connected accounts in GB.";

  test.each(["the owner", "the provider"])(
    "is remembered: the second payer is refused, the owner reads why, until %s changes something",
    async (who) => {
      const { owner, destination } = await readyOwner("GB");
      const { buy, checkout } = await saleOf(owner);
      refusal = { status: 400, type: "invalid_request_error", message };
      const first = await buy();
      expect(first.status).toBe(200);
      await fixture.settle();
      expect((await buy()).body.code).toBe("payee_not_ready");
      const shown = await fixture.request(`GET ${path}`, owner);
      expect(shown.body).toMatchObject({ state: "restricted", refusal: message });
      const { token } = await rowOf(owner);
      expect((await pageOf(`https://polls.example/connect/${token}`)).text).toContain(
        "connected accounts in GB",
      );
      expect((await pageOf(first.body.url)).text).toContain("This cannot be paid right now");
      await fixture.gateway.db.prisma.connectedAccount.updateMany({
        where: { providerAccountId: destination },
        data: { nextCheckAt: new Date(0) },
      });
      await sweepConnectedAccounts(fixture.deps);
      await fixture.work();
      expect(await stateOf(owner)).toBe("restricted");

      refusal = undefined;
      if (who === "the owner")
        expect((await fixture.request(`POST ${path}`, owner, {})).status).toBe(202);
      else {
        fixture.provider.accounts.allow(destination, false);
        await fixture.settle();
        fixture.provider.accounts.allow(destination, true);
      }
      await fixture.settle();
      expect((await fixture.request(`GET ${path}`, owner)).body).toMatchObject({
        ...{ state: "ready", refusal: null },
      });
      expect((await buy()).status).toBe(200);
      expect(await fixture.work()).toBe(0);
      expect(await checkout()).toMatchObject({ state: "open", destination });
    },
  );

  test("is tried again by the button of the owner's page", async () => {
    const { owner } = await readyOwner("GB");
    const { buy } = await saleOf(owner);
    refusal = { status: 400, type: "invalid_request_error", message };
    await buy();
    await fixture.settle();
    expect(await stateOf(owner)).toBe("restricted");
    refusal = undefined;
    const { token } = await rowOf(owner);
    await fixture.gateway.request(`POST https://polls.example/connect/${token}`);
    await fixture.settle();
    expect(await stateOf(owner)).toBe("ready");
  });
});

test("an account that the operator cannot charge for is refused when it is requested", async () => {
  const owner = await signUp(fixture.gateway.db);
  await connect(owner, { country: "TH" });
  await fixture.work();
  expect(await stateOf(owner)).toBe("refused");
  const poll = { title: "Gala", voting_fee: 100 };
  const refused = await fixture.request("POST /api/v1/polls", owner, { poll });
  expect([refused.status, refused.body.code]).toEqual([422, "payee_not_ready"]);
});

test("an account that was ready before sells nothing if the operator cannot charge for it", async () => {
  const { owner, destination: id } = await readyOwner("FR");
  const { accounts } = fixture.provider;
  accounts.account(id).country = "TH";
  accounts.allow(id, true);
  await fixture.settle();
  expect(await stateOf(owner)).toBe("restricted");
});
