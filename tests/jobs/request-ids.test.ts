import { linkToken } from "@polls/db/tokens";
import { buildOption, buildParticipant, buildPoll, buildWebhook } from "@polls/testing";
import { type NewAccount, signUp } from "../../services/gateway/testing/sign-up";
import { openPaymentFixture, type PaymentFixture } from "../payments/payment-fixture";

let fixture: PaymentFixture;
let owner: NewAccount;
/** Advances only when a test sets it. */
let aheadMs = 0;

beforeAll(async () => {
  const clock = () => new Date(Date.now() + aheadMs);
  fixture = await openPaymentFixture({ deliveries: () => [], clock });
  owner = await signUp(fixture.gateway.db);
  await buildWebhook(fixture.gateway.db, { ownerAccountId: owner.id });
});
afterAll(() => fixture.close());
beforeEach(() => fixture.gateway.db.pool.query("TRUNCATE outbox"));

const ask = (line: string, id: string, body?: unknown, token: string | null = owner.privateToken) =>
  fixture.gateway.request(line, {
    headers: { "X-Request-Id": id },
    ...(token === null ? {} : { token }),
    body,
  });

/** Jobs with the requests that caused them, in the order of the names. */
async function caused(): Promise<readonly (readonly [string, string | null])[]> {
  const rows = await fixture.gateway.db.prisma.outbox.findMany({ orderBy: { job: "asc" } });
  return rows.map(({ job, requestId }) => [job, requestId]);
}

const newestMail = () =>
  fixture.gateway.db.prisma.mail.findFirstOrThrow({ orderBy: { id: "desc" } });

const tokenOf = (
  { nonce, address }: Awaited<ReturnType<typeof newestMail>>,
  purpose: Parameters<typeof linkToken>[1]["purpose"],
) => {
  const { signing } = fixture.gateway.deps.config.keys.mailLinks;
  if (nonce === null) throw new Error("the mail has no link");
  return linkToken(signing, { purpose, nonce, address });
};

const sells = { voting_fee: 100, voting_fee_type: "voting_sell_votes" } as const;

async function ballotOf(settings: Parameters<typeof buildPoll>[1] = {}) {
  const { db } = fixture.gateway;
  const poll = await buildPoll(db, { ownerAccountId: owner.id, ...settings });
  const option = await buildOption(db, poll);
  const participants = [];
  for (let made = 0; made < 2; made++) {
    participants.push(await buildParticipant(db, poll, { ownerKey: `user:${owner.id}` }));
  }
  const bodies = participants.map(({ publicId }) => ({
    voter_id: publicId,
    option_id: option.publicId,
    vote: { vote: 3 },
  }));
  return { poll, path: `/api/v1/polls/${poll.memberHash}`, bodies };
}

describe("a job has the id of the request that caused it", () => {
  test("a change in the request's own transaction", async () => {
    const { path } = await ballotOf();
    await ask(`PATCH ${path}`, "change", { poll: { title: "Elsewhere" } });
    expect(await caused()).toEqual([["webhook.deliver", "change"]]);
  });

  test("a sign-in without a token", async () => {
    const email = "ada@example.org";
    await ask("POST /api/v1/account/sign_in", "sign-in", { email }, null);
    expect(await caused()).toEqual([["mail.send-mail", "sign-in"]]);
  });

  test("votes of several requests in one transaction, and the change of one", async () => {
    const { path, bodies } = await ballotOf({ settings: { ...sells, vote_type: "Votes::UpVote" } });
    const answers = await Promise.all(
      bodies.map((body, index) => ask(`POST ${path}/votes`, `buyer-${index}`, body)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const ids = (await caused()).flatMap(([, requests]) => requests?.split(",") ?? []);
    expect(ids.sort()).toEqual(["buyer-0", "buyer-1"]);

    await fixture.gateway.db.pool.query("TRUNCATE outbox");
    const vote = await fixture.gateway.db.prisma.vote.findFirstOrThrow({
      where: { participant: { publicId: bodies[0]?.voter_id ?? "" } },
    });
    await ask(`PATCH ${path}/votes/${vote.publicId}`, "more", { vote: { vote: 5 } });
    expect(await caused()).toEqual([
      ["payment.end-payment", "more"],
      ["payment.open-checkout", "more"],
    ]);
  });

  test("an abstention shares a transaction with a purchase, but has no job", async () => {
    const sold = await ballotOf({ settings: { ...sells, vote_type: "Votes::UpVote" } });
    const free = await ballotOf({ settings: { vote_type: "Votes::UpVote" } });
    await Promise.all([
      ask(`POST ${sold.path}/votes`, "buyer", sold.bodies[0]),
      ask(`POST ${free.path}/votes`, "voter", free.bodies[0]),
    ]);
    expect(await caused()).toEqual([["payment.open-checkout", "buyer"]]);
  });

  test("the page of a payment", async () => {
    const { path, bodies } = await ballotOf({ settings: { ...sells, vote_type: "Votes::UpVote" } });
    const { body } = await ask(`POST ${path}/votes`, "buyer", bodies[0]);
    await fixture.work();
    await fixture.gateway.db.pool.query("TRUNCATE outbox");
    await ask(`GET ${body.url}?from=checkout`, "back", undefined, null);
    expect(await caused()).toEqual([["payment.settle-payment", "back"]]);
    await fixture.gateway.db.pool.query("TRUNCATE outbox; DELETE FROM checkouts");
    await fixture.gateway.db.prisma.payment.updateMany({
      data: { askedAt: null, nextCheckAt: null },
    });
    await ask(`GET ${body.url}`, "first-look", undefined, null);
    expect(await caused()).toEqual([["payment.open-checkout", "first-look"]]);
  });

  test("the pages of an onboarding", async () => {
    const path = "POST /api/v1/account/connected_account";
    const { privateToken } = await signUp(fixture.gateway.db);
    const { body } = await ask(path, "connect", { connected_account: {} }, privateToken);
    expect(await caused()).toEqual([["payment.open-onboarding", "connect"]]);
    await fixture.work();
    await fixture.gateway.db.pool.query("TRUNCATE outbox");
    aheadMs += 20_000;
    await ask(`GET ${body.url}?from=provider`, "returned", undefined, null);
    expect(await caused()).toEqual([["payment.look-at-connected-account", "returned"]]);
    await fixture.work();
    await fixture.gateway.db.pool.query("TRUNCATE outbox");
    await fixture.gateway.db.prisma.connectedAccount.updateMany({ data: { linkUrl: null } });
    aheadMs += 20_000;
    await ask(`POST ${body.url}`, "further", undefined, null);
    expect(await caused()).toEqual([["payment.open-onboarding", "further"]]);
  });

  test("the page that confirms an address", async () => {
    const { path } = await ballotOf({ settings: { double_opt_in: true } });
    const voter = { user_name: "Ada", optin_email: "ada@example.org" };
    await ask(`POST ${path}/voters`, "join", { voter });
    const token = tokenOf(await newestMail(), "opt_in");
    await fixture.gateway.db.pool.query("TRUNCATE outbox");
    await ask(`POST /opt-in/${token}`, "confirm", undefined, null);
    expect(await caused()).toEqual([["webhook.deliver", "confirm"]]);
  });

  test("the page that ends the mails on new options", async () => {
    const settings = { allow_new_options: true, notify_new_options: true };
    const { path } = await ballotOf({ settings });
    await fixture.gateway.request(`POST ${path}/options`, {
      token: owner.publicToken,
      identifier: "u1",
      body: { option: { content: "Pizza" } },
    });
    const mail = await newestMail();
    await fixture.gateway.db.pool.query("TRUNCATE outbox");
    await ask(`POST /unsubscribe/${mail.id}/${tokenOf(mail, "unsubscribe")}`, "stop", null, null);
    expect(await caused()).toEqual([["webhook.deliver", "stop"]]);
  });
});
