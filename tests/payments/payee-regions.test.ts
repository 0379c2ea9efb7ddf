import { buildOption, buildParticipant, buildPoll } from "@polls/testing";
import type { NewAccount } from "../../services/gateway/src/features/accounts/create-account";
import { signUp } from "../../services/gateway/src/testing/sign-up";
import { openPaymentFixture, type PaymentFixture } from "./payment-fixture";

// The platform of the simulated provider is in Germany.
let fixture: PaymentFixture;
beforeAll(async () => {
  fixture = await openPaymentFixture({ env: { PAYMENT_CONNECT_FEE_PERCENT: "2.5" } });
});
afterAll(() => fixture.close());

const path = "/api/v1/account/connected_account";
const request = (line: string, { privateToken: token }: NewAccount, body?: unknown) =>
  fixture.gateway.request(line, { token, ...(body === undefined ? {} : { body }) });
const stateOf = async (owner: NewAccount) => (await request(`GET ${path}`, owner)).body.state;
const rowOf = ({ id }: NewAccount) =>
  fixture.gateway.db.prisma.connectedAccount.findUniqueOrThrow({ where: { accountId: id } });

async function ownerIn(country: string) {
  const owner = await signUp(fixture.gateway.db);
  await request(`POST ${path}`, owner, { connected_account: { country } });
  await fixture.work();
  return owner;
}

test.each([
  ["FR", undefined],
  ["US", "the account"],
] as const)("an owner in %s is paid, with %p as the seller", async (country, seller) => {
  const owner = await ownerIn(country);
  const destination = String((await rowOf(owner)).providerAccountId);
  fixture.standIn.provider.accounts.allow(destination, true);
  await fixture.settle();
  expect(await stateOf(owner)).toBe("ready");
  const poll = await buildPoll(fixture.gateway.db, {
    ownerAccountId: owner.id,
    settings: { voting_fee: 100, voting_fee_type: "voting_sell_votes" },
  });
  const option = await buildOption(fixture.gateway.db, poll);
  const participant = await buildParticipant(fixture.gateway.db, poll, {
    ownerKey: `user:${owner.id}`,
  });
  const ids = { voter_id: participant.publicId, option_id: option.publicId };
  await request(`POST /api/v1/polls/${poll.memberHash}/votes`, owner, {
    ...ids,
    vote: { vote: 10 },
  });
  expect(await fixture.work()).toBe(0);
  const checkout = await fixture.gateway.db.prisma.checkout.findFirstOrThrow({
    where: { payment: { pollId: poll.id } },
  });
  expect(checkout).toMatchObject({ state: "open", destination });
  expect(fixture.standIn.provider.sellerOf(String(checkout.sessionId))).toBe(
    seller === undefined ? undefined : destination,
  );
});

test("an account that the operator cannot charge for is refused when it is requested", async () => {
  const owner = await ownerIn("TH");
  expect(await stateOf(owner)).toBe("refused");
  const poll = { title: "Gala", voting_fee: 100 };
  const refused = await request("POST /api/v1/polls", owner, { poll });
  expect([refused.status, refused.body.code]).toEqual([422, "payee_not_ready"]);
});

test("an account that was ready before sells nothing if the operator cannot charge for it", async () => {
  const owner = await ownerIn("FR");
  const id = String((await rowOf(owner)).providerAccountId);
  const { accounts } = fixture.standIn.provider;
  accounts.allow(id, true);
  await fixture.settle();
  accounts.account(id).country = "TH";
  accounts.allow(id, true);
  await fixture.settle();
  expect(await stateOf(owner)).toBe("restricted");
});
