import { findPaymentDiscrepancies } from "@polls/db";
import { freePort, type PaymentStandIn, startPaymentStandIn } from "@polls/devstack";
import { atFileEnd, type Journey, startJourney, waitFor } from "@polls/testing";
import { openPollClient, type PollClient } from "../journeys/poll-client";

const SECRET = "whsec_of_a_journey_through_payments";
const DEADLINE_MS = 20_000;

/** Gateway and payment worker in processes of their own, a stand-in of the provider, payers with browsers. */
describe("from the vote to what counts, over real processes", () => {
  let journey: Journey<"gateway" | "payment-worker">;
  let standIn: PaymentStandIn;
  let client: PollClient;

  beforeAll(async () => {
    let webhookUrl: string | undefined;
    standIn = await startPaymentStandIn({
      port: await freePort(),
      webhooks: { address: () => webhookUrl, secret: SECRET },
    });
    atFileEnd("the payment stand-in", () => standIn.stop());
    journey = await startJourney({
      services: ["gateway", "payment-worker"],
      env: {
        STRIPE_SECRET_KEY: "sk_test_journey",
        STRIPE_API_URL: standIn.url,
        STRIPE_WEBHOOK_SECRET: SECRET,
        LOG_LEVEL: "error",
      },
    });
    webhookUrl = `${journey.baseUrl}/webhooks/stripe`;
    client = await openPollClient(journey);
  });
  afterAll(async () => {
    await standIn.webhooks.idle();
    expect(await findPaymentDiscrepancies(client.db, new Date())).toEqual({
      ...{ ledger: [], votes: [], fees: [], owed: [], stuck: [] },
    });
  });

  /** Waits until a page says something; gives what it is. */
  const page = (url: string, says: string) =>
    waitFor(
      async () => {
        const text = await (await fetch(url)).text();
        return text.includes(says) ? text : undefined;
      },
      { deadlineMs: DEADLINE_MS, what: `a page that says "${says}"`, everyMs: 50 },
    );

  /** Opens the page, follows its button, and presses one at the provider; gives where that leads. */
  async function checkout(url: string, deed: string): Promise<string> {
    const text = await page(url, "Pay now");
    const address = /href="([^"]+\/checkout\/[^"]+)"/.exec(text)?.[1] ?? "";
    const answer = await fetch(address, {
      method: "POST",
      body: new URLSearchParams({ deed, amount: "650" }),
      redirect: "manual",
    });
    expect(answer.status).toBe(303);
    return new URL(answer.headers.get("location") ?? "", address).toString();
  }

  /** Pays, comes back, and waits for the page to say so. */
  async function pay(url: string): Promise<void> {
    const back = await checkout(url, "pay");
    expect(back).toBe(`${url}?from=checkout`);
    await page(back, "Paid");
  }

  const patch = async (poll: string, settings: object) =>
    expect((await client.asOwner(`PATCH ${poll}`, { body: { poll: settings } })).status).toBe(200);
  const rating = async (poll: string) =>
    (await client.asOwner(`GET ${poll}/options`)).body[0].rating as number;
  const rated = (poll: string, value: number) =>
    waitFor(async () => (await rating(poll)) === value, {
      ...{ deadlineMs: DEADLINE_MS, what: `a rating of ${value}`, everyMs: 50 },
    });
  const payments = async (poll: string) =>
    (await client.asOwner(`GET ${poll}/payments`)).body.payments;

  /** A poll with an option and a visitor who takes part. */
  async function begin(settings: object) {
    const poll = await client.makePoll("Polls::Voting");
    await patch(poll, settings);
    const option = await client.make(`POST ${poll}/options`, {
      body: { option: { content: "Tea" } },
    });
    const visitor = `visitor of ${poll}`;
    const took = await client.asVisitor(visitor, `POST ${poll}/voters`, {
      body: { voter: { user_name: "Vera" } },
    });
    const vote = (value: number) =>
      client.asVisitor(visitor, `POST ${poll}/votes`, {
        body: { voter_id: took.body.id, option_id: option.id, vote: { vote: value } },
      });
    return { poll, visitor, voter: took.body, vote };
  }

  const selling = {
    ...{ vote_type: "Votes::UpVote", voting_fee: 100, voting_fee_type: "voting_sell_votes" },
  };

  /** Votes that are paid for; gives the money's id, too. */
  async function sold(votes: number) {
    const begun = await begin(selling);
    const { url } = (await begun.vote(votes)).body;
    await pay(url);
    await rated(begun.poll, votes);
    const { session_id: sessionId } = (
      await client.db.prisma.$queryRaw<{ session_id: string }[]>`
        SELECT session_id FROM checkouts ORDER BY id DESC LIMIT 1`
    )[0] ?? { session_id: "" };
    return { ...begun, url, intent: String(standIn.provider.session(sessionId).payment_intent) };
  }

  test("votes are bought, paid for and raised", async () => {
    const { poll, visitor } = await sold(5);
    const { body: list } = await client.asVisitor(visitor, `GET ${poll}/votes`);
    const raised = await client.asVisitor(visitor, `PATCH ${poll}/votes/${list[0].id}`, {
      body: { vote: { vote: 8 } },
    });
    expect(raised.status).toBe(200);
    expect(await rating(poll)).toBe(5);
    await pay(raised.body.url);
    await rated(poll, 8);
  });

  test("some of the votes are refunded, then all that is left", async () => {
    const { poll, url } = await sold(5);
    const [{ id }] = await payments(poll);
    const line = `POST ${poll}/payments/${id}/refund`;
    expect((await client.asOwner(line, { body: { refund: { votes: 2 } } })).status).toBe(202);
    await rated(poll, 3);
    expect((await client.asOwner(line, { body: {} })).status).toBe(202);
    await rated(poll, 0);
    await page(url, "Refunded");
    expect(await payments(poll)).toMatchObject([
      { state: "refunded", received: 500, refunded: 500 },
    ]);
  });

  test.each([
    ["won", 5],
    ["lost", 0],
  ] as const)("a dispute takes the votes out; %s, %p count", async (outcome, votes) => {
    const { poll, url, intent } = await sold(5);
    const { id } = standIn.provider.openDispute(intent);
    await rated(poll, 0);
    await page(url, "bank");
    standIn.provider.closeDispute(id, outcome);
    if (outcome === "won") await rated(poll, votes);
    await standIn.webhooks.idle();
    await waitFor(
      async () =>
        (await client.db.prisma.providerEvent.count({ where: { handledAt: null } })) === 0,
      { deadlineMs: DEADLINE_MS, what: "all events to be handled", everyMs: 50 },
    );
    expect(await rating(poll)).toBe(votes);
  });

  test.each([
    ["arrive", "Paid"],
    ["bounce", "Try again"],
  ])("a delayed method counts nothing until its money is there: %s", async (deed, says) => {
    const { poll, vote } = await begin(selling);
    const { url } = (await vote(4)).body;
    const text = await page(url, "Pay now");
    const address = /href="([^"]+\/checkout\/[^"]+)"/.exec(text)?.[1] ?? "";
    const press = (deed: string) =>
      fetch(address, {
        method: "POST",
        body: new URLSearchParams({ deed }),
        redirect: "manual",
      });
    await press("later");
    await page(url, "on its way");
    expect(await rating(poll)).toBe(0);
    await press(deed);
    await page(url, says);
    if (deed === "bounce") {
      await fetch(url, { method: "POST" });
      await pay(url);
    }
    await rated(poll, 4);
  });

  test("a checkout that expires is opened again from the page", async () => {
    const { poll, vote } = await begin(selling);
    const { url } = (await vote(3)).body;
    const text = await page(url, "Pay now");
    standIn.provider.expireSession(/\/checkout\/([^"]+)"/.exec(text)?.[1] ?? "");
    await page(url, "Try again");
    await fetch(url, { method: "POST" });
    await pay(url);
    await rated(poll, 3);
  });

  test("a payer who goes back without paying can pay later", async () => {
    const { poll, vote } = await begin(selling);
    const { url } = (await vote(2)).body;
    expect(await checkout(url, "abandon")).toBe(url);
    expect(await rating(poll)).toBe(0);
    await pay(url);
    await rated(poll, 2);
  });

  test("a fee for taking part: votes count once it is paid", async () => {
    const { poll, voter, vote } = await begin({ voting_fee: 500, voting_fee_type: "voting_fee" });
    expect((await vote(1)).status).toBe(201);
    expect(await rating(poll)).toBe(0);
    await pay(voter.payment_url);
    await rated(poll, 1);
  });

  test("a donation of the payer's choice holds nothing up", async () => {
    const { poll, voter, vote } = await begin({ voting_fee_type: "voting_donation" });
    expect((await vote(1)).status).toBe(201);
    expect(await rating(poll)).toBe(1);
    await pay(voter.payment_url);
    expect(await payments(poll)).toMatchObject([
      { kind: "voting_donation", state: "paid", received: 650 },
    ]);
  });

  test("a fee for an option: members see it once it is paid", async () => {
    const poll = await client.makePoll("Polls::Voting", { allow_new_options: true });
    await patch(poll, { submission_fee: 300, submission_fee_type: "submission_fee" });
    const made = await client.asVisitor("author", `POST ${poll}/options`, {
      body: { option: { content: "My cake" } },
    });
    const list = async () => (await client.asVisitor("reader", `GET ${poll}/options`)).body;
    expect(await list()).toEqual([]);
    await pay(made.body.payment_url);
    expect(await list()).toMatchObject([{ content: "My cake" }]);
  });

  test("money for a vote that was replaced while it was paid goes back by itself", async () => {
    const { poll, vote } = await begin(selling);
    const first = (await vote(5)).body.url;
    const text = await page(first, "Pay now");
    const session = /\/checkout\/([^"]+)"/.exec(text)?.[1] ?? "";
    const worker = journey.services["payment-worker"];
    worker.pause();
    standIn.provider.complete(session, "paid");
    const second = (await vote(2)).body.url;
    worker.resume();
    await page(first, "Refunded");
    await pay(second);
    await rated(poll, 2);
  });
});
