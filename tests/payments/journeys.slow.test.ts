// Covers docs/reference/payments.md: checkout, pay-page
// Covers docs/reliability.md: provider-events

import type { RefundPayment, UpdatePoll } from "@polls/client";
import { findPaymentDiscrepancies } from "@polls/db/counts";
import { type FakeProviderServer, freePort, startFakeProvider } from "@polls/devstack";
import { atFileEnd, type Journey, startJourney, waitFor } from "@polls/testing";
import { openPollClient, type PollClient } from "../journeys/poll-client";
import { checkout, pageThatSays, pay } from "./payer";

const SECRET = "whsec_of_a_journey_through_payments";
const DEADLINE_MS = 20_000;

/** Gateway and payment worker as real processes, a simulated provider, and payers with browsers. */
describe("from the vote to what counts, over real processes", () => {
  let journey: Journey<"gateway" | "payment-worker">;
  let fakeServer: FakeProviderServer;
  let client: PollClient;

  beforeAll(async () => {
    let webhookUrl: string | undefined;
    fakeServer = await startFakeProvider({
      port: await freePort(),
      webhooks: { address: () => webhookUrl, secret: SECRET },
    });
    atFileEnd("the fake payment provider", () => fakeServer.stop());
    journey = await startJourney({
      services: ["gateway", "payment-worker"],
      env: {
        STRIPE_SECRET_KEY: "sk_test_journey",
        STRIPE_API_URL: fakeServer.url,
        STRIPE_WEBHOOK_SECRET: SECRET,
        LOG_LEVEL: "error",
      },
    });
    webhookUrl = `${journey.baseUrl}/webhooks/stripe`;
    client = await openPollClient(journey);
  });
  afterAll(async () => {
    await fakeServer.webhooks.idle();
    expect(await findPaymentDiscrepancies([client.db], new Date())).toEqual({
      ledger: [],
      votes: [],
      fees: [],
      owed: [],
      refund_failed: [],
      stuck: [],
      transfers: [],
    });
  });

  const rating = async (poll_id: string) =>
    (await client.owner.options.list({ poll_id }))[0]?.rating;
  const rated = (poll: string, value: number) =>
    waitFor(async () => (await rating(poll)) === value, {
      deadlineMs: DEADLINE_MS,
      what: `a rating of ${value}`,
      everyMs: 50,
    });
  const payments = async (poll_id: string) =>
    (await client.owner.payments.list({ poll_id })).payments;

  /** A poll with an option and a visitor who takes part. */
  async function begin(settings: UpdatePoll["poll"]) {
    const poll_id = await client.makePoll("Polls::Voting");
    await client.owner.polls.update({ poll_hash: poll_id, body: { poll: settings } });
    const option = await client.owner.options.create({
      poll_id,
      body: { option: { content: "Tea" } },
    });
    const visitor = client.visitor(`visitor of ${poll_id}`);
    const voter = await visitor.participants.create({
      poll_id,
      body: { voter: { user_name: "Vera" } },
    });
    const vote = (value: number) =>
      visitor.votes.cast({
        poll_id,
        body: { voter_id: voter.id, option_id: option.id, vote: { vote: value } },
      });
    return { poll: poll_id, visitor, voter, vote };
  }

  const selling: UpdatePoll["poll"] = {
    vote_type: "Votes::UpVote",
    voting_fee: 100,
    voting_fee_type: "voting_sell_votes",
  };

  /** The pay page of a vote. */
  const urlOf = (vote: object): string => {
    if (!("url" in vote && typeof vote.url === "string")) throw new Error("nothing is to be paid");
    return vote.url;
  };

  /** Buys and pays for votes; also returns the id of the charge. */
  async function sold(votes: number) {
    const begun = await begin(selling);
    const url = urlOf(await begun.vote(votes));
    await pay(url);
    await rated(begun.poll, votes);
    const { session_id: sessionId } = (
      await client.db.prisma.$queryRaw<{ session_id: string }[]>`
        SELECT session_id FROM checkouts ORDER BY id DESC LIMIT 1`
    )[0] ?? { session_id: "" };
    return { ...begun, url, intent: String(fakeServer.provider.session(sessionId).payment_intent) };
  }

  test("votes are bought, paid for and raised", async () => {
    const { poll, visitor } = await sold(5);
    const [{ id } = { id: "" }] = await visitor.votes.list({ poll_id: poll });
    const raised = await visitor.votes.change({
      poll_id: poll,
      id,
      body: { vote: { vote: 8 } },
    });
    expect(await rating(poll)).toBe(5);
    await pay(urlOf(raised));
    await rated(poll, 8);
  });

  test("some of the votes are refunded, then the rest", async () => {
    const { poll, url } = await sold(5);
    const [{ id } = { id: "" }] = await payments(poll);
    const refund = (body: RefundPayment) =>
      client.owner.payments.refund({ poll_id: poll, id, body });
    await refund({ refund: { votes: 2 } });
    await rated(poll, 3);
    await refund({});
    await rated(poll, 0);
    await pageThatSays(url, "Refunded");
    expect(await payments(poll)).toMatchObject([
      { state: "refunded", received: 500, refunded: 500 },
    ]);
  });

  test.each([
    ["won", 5],
    ["lost", 0],
  ] as const)("a dispute takes the votes out; %s, %p count", async (outcome, votes) => {
    const { poll, url, intent } = await sold(5);
    const { id } = fakeServer.provider.openDispute(intent);
    await rated(poll, 0);
    await pageThatSays(url, "bank");
    fakeServer.provider.closeDispute(id, outcome);
    if (outcome === "won") await rated(poll, votes);
    await fakeServer.webhooks.idle();
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
  ])(
    "with a delayed method nothing counts until the money has arrived: %s",
    async (action, says) => {
      const { poll, vote } = await begin(selling);
      const url = urlOf(await vote(4));
      const text = await pageThatSays(url, "Pay now");
      const address = /href="([^"]+\/checkout\/[^"]+)"/.exec(text)?.[1] ?? "";
      const press = (action: string) =>
        fetch(address, {
          method: "POST",
          body: new URLSearchParams({ action }),
          redirect: "manual",
        });
      await press("later");
      await pageThatSays(url, "on its way");
      expect(await rating(poll)).toBe(0);
      await press(action);
      await pageThatSays(url, says);
      if (action === "bounce") {
        await fetch(url, { method: "POST" });
        await pay(url);
      }
      await rated(poll, 4);
    },
  );

  test("a checkout that expires is opened again from the page", async () => {
    const { poll, vote } = await begin(selling);
    const url = urlOf(await vote(3));
    const text = await pageThatSays(url, "Pay now");
    fakeServer.provider.expireSession(/\/checkout\/([^"]+)"/.exec(text)?.[1] ?? "");
    await pageThatSays(url, "Try again");
    await fetch(url, { method: "POST" });
    await pay(url);
    await rated(poll, 3);
  });

  test("a payer who goes back without paying can pay later", async () => {
    const { poll, vote } = await begin(selling);
    const url = urlOf(await vote(2));
    expect(await checkout(url, "abandon")).toBe(url);
    expect(await rating(poll)).toBe(0);
    await pay(url);
    await rated(poll, 2);
  });

  test("a fee for taking part: votes count once it is paid", async () => {
    const { poll, voter, vote } = await begin({ voting_fee: 500, voting_fee_type: "voting_fee" });
    expect(await vote(1)).toMatchObject({ vote: 1 });
    expect(await rating(poll)).toBe(0);
    await pay(voter.payment_url ?? "");
    await rated(poll, 1);
  });

  test("nothing waits for a donation of the payer's choice", async () => {
    const { poll, voter, vote } = await begin({ voting_fee_type: "voting_donation" });
    expect(await vote(1)).toMatchObject({ vote: 1 });
    expect(await rating(poll)).toBe(1);
    await pay(voter.payment_url ?? "");
    expect(await payments(poll)).toMatchObject([
      { kind: "voting_donation", state: "paid", received: 650 },
    ]);
  });

  test("a fee for an option: members see it once it is paid", async () => {
    const poll_id = await client.makePoll("Polls::Voting", { allow_new_options: true });
    await client.owner.polls.update({
      poll_hash: poll_id,
      body: { poll: { submission_fee: 300, submission_fee_type: "submission_fee" } },
    });
    const made = await client.visitor("author").options.create({
      poll_id,
      body: { option: { content: "My cake" } },
    });
    const list = () => client.visitor("reader").options.list({ poll_id });
    expect(await list()).toEqual([]);
    await pay(made.payment_url ?? "");
    expect(await list()).toMatchObject([{ content: "My cake" }]);
  });

  test("money for a vote that was replaced during the payment is refunded automatically", async () => {
    const { poll, vote } = await begin(selling);
    const first = urlOf(await vote(5));
    const text = await pageThatSays(first, "Pay now");
    const session = /\/checkout\/([^"]+)"/.exec(text)?.[1] ?? "";
    const worker = journey.services["payment-worker"];
    worker.pause();
    fakeServer.provider.complete(session, "paid");
    const second = urlOf(await vote(2));
    worker.resume();
    await pageThatSays(first, "Refunded");
    await pay(second);
    await rated(poll, 2);
  });
});
