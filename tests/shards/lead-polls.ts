import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Db } from "@polls/db/connection";
import { findPaymentDiscrepancies, recountAll } from "@polls/db/counts";
import { distribute, openShards, type Shards, shardOfId } from "@polls/db/shards";
import {
  type FakeProviderServer,
  freePort,
  type RunningMailSink,
  startFakeProvider,
  startMailSink,
} from "@polls/devstack";
import {
  atFileEnd,
  connectPatiently,
  type Journey,
  sampleCases,
  startJourney,
  waitFor,
} from "@polls/testing";
import { makePicture } from "../../services/media-worker/testing/make-media";
import { renderTools } from "../../services/media-worker/testing/render-tools";
import { type Receiver, startReceiver } from "../../services/webhook-worker/testing/start-receiver";
import { openPollClient, type PollClient } from "../journeys/poll-client";
import { pay } from "../payments/payer";

const SECRET = "whsec_of_a_journey_over_shards";

/** Tests three shards with all services. `start` returns a database with `public` and two more. */
export function testPollsOnShards(start: () => Promise<string>): void {
  let journey: Journey<
    "gateway" | "media-worker" | "mail-worker" | "payment-worker" | "webhook-worker"
  >;
  let client: PollClient;
  let shards: Shards;
  let sink: RunningMailSink;
  let fakeServer: FakeProviderServer;
  let receiver: Receiver;

  const names = ["public", "shard_1", "shard_2"];

  /** Opens one shard and closes the others, and creates polls until one is created on it. */
  async function only(name: string): Promise<void> {
    const close = names.filter((each) => each !== name);
    await distribute(journey.databaseUrl, { open: [name], close, settleMs: 0 }, () => undefined);
    // The gateway reads the list at intervals.
    await waitFor(
      async () => {
        const hash = await client.makePoll("Polls::Voting");
        const db = await shards.ofPoll(hash);
        return db.shard === names.indexOf(name) ? true : undefined;
      },
      { deadlineMs: 20_000, what: `new polls on ${name}`, everyMs: 200 },
    );
  }

  const dbOf = async (hash: string): Promise<Db> => shards.ofPoll(hash);

  beforeAll(async () => {
    const workshop = mkdtempSync(path.join(tmpdir(), "polls-workshop-"));
    atFileEnd("workshop", async () => rmSync(workshop, { recursive: true, force: true }));
    sink = await startMailSink();
    atFileEnd("mail sink", () => sink.stop());
    receiver = await startReceiver();
    let webhookUrl: string | undefined;
    fakeServer = await startFakeProvider({
      port: await freePort(),
      webhooks: { address: () => webhookUrl, secret: SECRET },
    });
    atFileEnd("the fake payment provider", () => fakeServer.stop());
    journey = await startJourney({
      services: ["gateway", "media-worker", "mail-worker", "payment-worker", "webhook-worker"],
      databaseUrl: await start(),
      env: {
        SMTP_URL: sink.smtpUrl,
        MAIL_FROM: "polls@example.org",
        STRIPE_SECRET_KEY: "sk_test_journey",
        STRIPE_API_URL: fakeServer.url,
        STRIPE_WEBHOOK_SECRET: SECRET,
        MEDIA_WORK_DIR: workshop,
        WEBHOOK_ALLOW_INSECURE: "1",
        WEBHOOK_ALLOW_NETWORKS: "127.0.0.1",
        WEBHOOK_RESULTS_SECONDS: "0.5",
        RATE_LIMIT_REQUESTS: "1000000",
        FFMPEG_PATH: (await renderTools()).programs.ffmpeg,
      },
    });
    webhookUrl = `${journey.baseUrl}/webhooks/stripe`;
    client = await openPollClient(journey);
    const home = connectPatiently(journey.databaseUrl, { max: 2 });
    shards = openShards(home);
    await shards.refresh();
    atFileEnd("shards", async () => {
      await shards.close();
      await home.close();
    });
  });

  const join = async (poll_id: string, name: string, voter = {}) => {
    const visitor = client.visitor(name);
    const { id } = await visitor.participants.create({
      poll_id,
      body: { voter: { user_name: name, ...voter } },
    });
    return { visitor, voter_id: id };
  };

  const addOption = async (poll_id: string, content: string): Promise<string> =>
    (await client.owner.options.create({ poll_id, body: { option: { content } } })).id;

  const tested = ["public", ...sampleCases(["shard_1", "shard_2"], 2, 0)];
  describe.each(tested)("polls on %s", (name) => {
    beforeAll(() => only(name));

    test("a webhook of all polls gets the event, votes are counted in results, and row ids determine the shard", async () => {
      const before = receiver.received.length;
      const { webhooks } = client.owner;
      const hook = await webhooks.create({ body: { webhook: { url: `${receiver.url}/${name}` } } });
      const poll_id = await client.makePoll("Polls::Voting");
      const option_id = await addOption(poll_id, "Tea");
      for (const who of ["Ada", "Ben", "Cleo"]) {
        const { visitor, voter_id } = await join(poll_id, who);
        await visitor.votes.cast({ poll_id, body: { voter_id, option_id, vote: { vote: 1 } } });
      }
      expect((await client.owner.results.show({ poll_id })).options[0]).toMatchObject({
        rating: 3,
      });
      const types = ["option.created", "results.changed", "participant.created"];
      await waitFor(
        () => {
          const later = receiver.received.slice(before);
          return types.every((type) => later.some(({ body }) => body.includes(type)));
        },
        { deadlineMs: 60_000, what: "events of the poll" },
      );
      const deliveries = await webhooks.deliveries.list({ id: hook.id });
      expect(deliveries.length).toBeGreaterThanOrEqual(types.length);
      const told = deliveries.find(({ event }) => event.type === "option.created");
      await webhooks.deliveries.redeliver({ id: hook.id, delivery_id: told?.id ?? "" });
      await webhooks.delete({ id: hook.id });
      const db = await dbOf(poll_id);
      const votes = await db.prisma.vote.findMany({ where: { poll: { memberHash: poll_id } } });
      expect(votes.map(({ id }) => shardOfId(id))).toEqual(Array(3).fill(db.shard));
    });

    test("a webhook of one poll is on the shard of its poll, and is listed with its hash", async () => {
      const poll_id = await client.makePoll("Polls::Voting");
      const { webhooks } = client.owner;
      const made = await webhooks.create({ body: { webhook: { url: receiver.url, poll_id } } });
      expect(await webhooks.show({ id: made.id })).toMatchObject({ poll_id });
      expect(await webhooks.list({})).toContainEqual(expect.objectContaining({ poll_id }));
      await webhooks.update({ id: made.id, body: { webhook: { status: "off" } } });
      await webhooks.delete({ id: made.id });
    });

    test("the link in a mail confirms an opt-in, and the held vote counts", async () => {
      const poll_id = await client.makePoll("Polls::Voting", { double_opt_in: true });
      const option_id = await addOption(poll_id, "Soup");
      const address = `ada@${name.replace("_", "-")}.example.org`;
      const { visitor, voter_id } = await join(poll_id, "Ada", { optin_email: address });
      const cast = visitor.votes.cast({
        poll_id,
        body: { voter_id, option_id, vote: { vote: 1 } },
      });
      await expect(cast).rejects.toMatchObject({ code: "opt_in_pending" });
      const mail = await waitFor(() => sink.messages().find(({ to }) => to === address), {
        deadlineMs: 30_000,
        what: `a mail to ${address}`,
      });
      const [link = ""] = mail.links;
      expect((await fetch(link)).status).toBe(200);
      expect((await fetch(link, { method: "POST" })).status).toBe(200);
      const { options } = await client.owner.results.show({ poll_id });
      expect(options[0]).toMatchObject({ rating: 1 });
    });

    test("the pay page of sold votes leads to the provider, and the votes count after its event", async () => {
      const poll_id = (
        await client.owner.polls.create({
          body: {
            poll: { title: "Sold", voting_fee: 100 },
            settings: { voting_fee_type: "voting_sell_votes", vote_type: "Votes::UpVote" },
          },
        })
      ).member_hash;
      const option_id = await addOption(poll_id, "Gold");
      const { visitor, voter_id } = await join(poll_id, "Payer");
      const bought = await visitor.votes.cast({
        poll_id,
        body: { voter_id, option_id, vote: { vote: 2 } },
      });
      const url = "url" in bought ? bought.url : "";
      // The first job of a worker takes long on a busy machine.
      await waitFor(async () => (await (await fetch(url)).text()).includes("Pay now"), {
        deadlineMs: 90_000,
        what: "the pay page",
      });
      await pay(url);
      const { options } = await client.owner.results.show({ poll_id });
      expect(options[0]).toMatchObject({ rating: 2 });
    });

    test("an upload gets derivatives that every client can fetch", async () => {
      const poll_id = await client.makePoll("Polls::PhotoGallery");
      const photo = await client.upload(poll_id, await makePicture(800, 400), "wide.png");
      const { attachment } = await client.processed(photo, 60_000);
      const { attachment_url_thumb: thumb = "", attachment_original_url: original = "" } =
        attachment ?? {};
      expect((await fetch(thumb)).status).toBe(200);
      expect((await fetch(original)).status).toBe(200);
    });

    test("the page of a poll, its page token and a duplicate work by their hashes", async () => {
      const poll_id = await client.makePoll("Polls::Voting");
      expect((await fetch(`${journey.baseUrl}/p/${poll_id}`)).status).toBe(200);
      const session = await fetch(`${journey.baseUrl}/session/token?poll=${poll_id}`, {
        method: "POST",
        headers: { "Sec-Fetch-Site": "same-origin", Origin: journey.baseUrl },
      });
      expect(session.status).toBe(200);
      const copy = await client.owner.polls.duplicate({ poll_id });
      expect((await dbOf(copy.member_hash)).shard).toBe((await dbOf(poll_id)).shard);
      expect(await client.owner.polls.show({ poll_hash: copy.member_hash })).toMatchObject({
        title: copy.title,
      });
    });

    test("a repeated Idempotency-Key returns the same poll, although another shard is open now", async () => {
      const create = () =>
        fetch(`${journey.baseUrl}/api/v1/polls`, {
          method: "POST",
          headers: {
            Authorization: `Bearer ${ownerToken()}`,
            "Content-Type": "application/json",
            "Idempotency-Key": `poll of ${name}`,
          },
          body: JSON.stringify({ poll: { title: "Once" } }),
        }).then(async (answer) => ((await answer.json()) as { member_hash: string }).member_hash);
      const first = await create();
      expect(await create()).toBe(first);
      await only(name === "public" ? "shard_1" : "public");
      expect(await create()).toBe(first);
      await only(name);
    });

    const ownerToken = () => client.ownerToken;
  });

  test("links with one key create one poll, although another shard is open at the second press", async () => {
    const email = "owner@example.org";
    const idempotency_key = "link of the owner";
    const linksIn = () =>
      sink.messages().flatMap(({ links }) => links.filter((link) => link.includes("/sign-in/")));
    const press = async () => {
      const before = new Set(linksIn());
      const new_poll = { body: { poll: { title: "By link" } }, idempotency_key };
      await client.owner.account.signIn({ body: { email, new_poll } });
      const link = await waitFor(() => linksIn().find((each) => !before.has(each)), {
        what: `a mail to ${email}`,
      });
      const { pathname, origin } = new URL(link);
      const pressed = await fetch(`${journey.baseUrl}${pathname}/poll`, {
        method: "POST",
        redirect: "manual",
        headers: { "Sec-Fetch-Site": "same-origin", Origin: origin },
      });
      return new URL(pressed.headers.get("location") ?? "", origin).pathname;
    };
    await only("shard_1");
    const first = await press();
    expect(first).toMatch(/^\/p\/.+\/admin$/);
    await only("shard_2");
    expect(await press()).toBe(first);
  });

  test("a hash of a poll on another shard is taken, and available to its owner again once it is freed", async () => {
    await only("shard_1");
    const member_hash = "one-hash-for-all";
    const poll = { title: "First", custom_hash: true, member_hash };
    const made = await client.owner.polls.create({ body: { poll } });
    await only("shard_2");
    const again = () => client.owner.polls.create({ body: { poll: { ...poll, title: "Second" } } });
    await expect(again()).rejects.toMatchObject({ code: "member_hash_taken" });
    await client.owner.polls.delete({ poll_hash: made.admin_hash ?? "" });
    await again();
    expect((await dbOf(member_hash)).shard).toBe(2);
    await waitFor(
      async () => (await client.owner.polls.show({ poll_hash: member_hash })).title === "Second",
      { what: "the new poll under the hash" },
    );
  });

  test("the list of an owner has the polls of all shards, newest first, without gaps or repetitions between pages", async () => {
    for (const name of names) await only(name);
    const listed: { member_hash: string; created_at: string }[] = [];
    for (let page = 1; ; page++) {
      const polls = await client.owner.polls.list({ page, per_page: 7 });
      listed.push(...polls);
      if (polls.length < 7) break;
    }
    const counts = await Promise.all(
      shards.all().map(({ prisma }) => prisma.poll.count({ where: { deletedAt: null } })),
    );
    expect(counts.every((count) => count > 0)).toBe(true);
    expect(listed).toHaveLength(counts.reduce((sum, count) => sum + count, 0));
    expect(new Set(listed.map(({ member_hash }) => member_hash)).size).toBe(listed.length);
    const times = listed.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
  });

  /** Nothing is lost: counts equal votes, payments equal their ledger, and no job is left. */
  afterAll(async () => {
    for (const db of shards.all()) {
      expect((await recountAll(db, { repair: false })).drift).toBe(0);
      await waitFor(async () => (await db.prisma.outbox.count({ where: { doneAt: null } })) === 0, {
        deadlineMs: 60_000,
        what: `the outbox of shard ${db.shard}`,
      });
    }
    const found = await findPaymentDiscrepancies(shards.all(), new Date());
    expect(Object.values(found).flat()).toEqual([]);
  });
}
