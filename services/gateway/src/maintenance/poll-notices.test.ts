// Covers docs/reference/mails.md: votes, participants
// Covers docs/reference/polls.md: notifications

import { linkToken, newPublicId } from "@polls/db/tokens";
import { buildOption, buildParticipant, fakeClock, type PollFacts } from "@polls/testing";
import { shareAccount, shareGateway } from "../../testing/share-gateway";
import { storeVotes } from "../../testing/store-votes";
import { runTasks } from "./start-maintenance";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const start = "2030-06-15T12:00:00Z";
const clock = fakeClock(start);
const gateway = shareGateway({ clock: clock.now });
const owner = shareAccount(gateway, { email: "owner@example.org" });
const { db } = gateway;
beforeEach(() => clock.set(start));

const newPoll = async (settings: Readonly<Record<string, unknown>>, more: PollFacts = {}) => {
  const poll = await owner.buildPoll({
    settings: { vote_type: "Votes::UpVote", ...settings },
    ...more,
  });
  await db.prisma.poll.update({ where: { id: poll.id }, data: { createdAt: clock.now() } });
  return poll;
};
type Poll = Awaited<ReturnType<typeof newPoll>>;

const maintain = () => runTasks({ ...gateway.deps, keys: gateway.deps.config.keys });
const later = async (ms: number) => {
  clock.set(new Date(clock.now().getTime() + ms).toISOString());
  await maintain();
};
/** The addresses of the mails about a poll, in the order of the mails. */
const mailsOf = ({ id }: Pick<Poll, "id">) =>
  db.prisma.mail.findMany({
    where: { pollNotice: { pollId: id } },
    orderBy: { id: "asc" },
    include: { pollNotice: true },
  });
const addressesOf = async (poll: Poll) => (await mailsOf(poll)).map(({ address }) => address);
const confirmed = (poll: Poll, optinEmail: string, more: object = {}) =>
  buildParticipant(db, poll, { optinEmail, confirmedAt: clock.now(), ...more });
const vote = (poll: Poll, on: { readonly id: bigint }) => storeVotes(db, poll, [{ on, value: 1 }]);

describe("a mail about votes to the owner", () => {
  // Settings: notify_votes
  test("is queued after a vote, and for later votes at most once in ten minutes", async () => {
    const poll = await newPoll({ notify_votes: "each_vote" });
    const option = await buildOption(db, poll);
    await maintain();
    expect(await mailsOf(poll)).toEqual([]);
    await vote(poll, option);
    await maintain();
    await vote(poll, option);
    await vote(poll, option);
    await later(9 * MINUTE_MS);
    expect(await mailsOf(poll)).toMatchObject([
      { kind: "votes", address: "owner@example.org", pollNotice: { ballots: 1, fresh: 1 } },
    ]);
    await later(2 * MINUTE_MS);
    await later(11 * MINUTE_MS);
    expect(await mailsOf(poll)).toMatchObject([{}, { pollNotice: { ballots: 3, fresh: 2 } }]);
  });

  test("is queued on the next day with daily", async () => {
    const poll = await newPoll({ notify_votes: "daily" });
    await vote(poll, await buildOption(db, poll));
    await later(11 * 60 * MINUTE_MS);
    expect(await mailsOf(poll)).toEqual([]);
    await later(2 * 60 * MINUTE_MS);
    expect(await addressesOf(poll)).toEqual(["owner@example.org"]);
    await later(DAY_MS);
    expect(await mailsOf(poll)).toHaveLength(1);
  });

  const onAnotherDay = [
    ["with daily", { notify_votes: "daily" }],
    ["where voters are anonymous", { notify_votes: "each_vote", anonymize_voter_names: true }],
  ] as const;

  test.each(onAnotherDay)("does not tell the time of a vote %s", async (_case, settings) => {
    const poll = await newPoll(settings);
    const option = await buildOption(db, poll);
    // Days without votes, before and after a mail, must not make the mail about the next vote due at once.
    for (const ballots of [1, 2]) {
      await later(2 * DAY_MS);
      await vote(poll, option);
      await later(11 * 60 * MINUTE_MS);
      expect(await mailsOf(poll)).toHaveLength(ballots - 1);
      await later(60 * MINUTE_MS);
      expect(await mailsOf(poll)).toHaveLength(ballots);
      expect((await mailsOf(poll)).at(-1)).toMatchObject({ pollNotice: { ballots, fresh: 1 } });
      await later(12 * 60 * MINUTE_MS);
    }
  });

  test.each(onAnotherDay)(
    "waits again after a vote that was withdrawn %s",
    async (_case, settings) => {
      const poll = await newPoll(settings);
      const option = await buildOption(db, poll);
      await vote(poll, option);
      await maintain();
      const tallies = { where: { pollId: poll.id } };
      await db.prisma.pollTally.updateMany({ ...tallies, data: { ballots: 0 } });
      await later(12 * 60 * MINUTE_MS);
      await later(12 * 60 * MINUTE_MS);
      await db.prisma.pollTally.updateMany({ ...tallies, data: { ballots: 1 } });
      await later(11 * 60 * MINUTE_MS);
      expect(await mailsOf(poll)).toEqual([]);
      await later(60 * MINUTE_MS);
      expect(await mailsOf(poll)).toHaveLength(1);
    },
  );

  test("is queued once when all invited have voted, with all_answered", async () => {
    const poll = await newPoll({ notify_votes: "all_answered" });
    const option = await buildOption(db, poll);
    const people = [await buildParticipant(db, poll), await buildParticipant(db, poll)];
    for (const { id } of people) {
      await db.prisma.invitation.create({
        data: {
          publicId: newPublicId(),
          pollId: poll.id,
          codeDigest: new Uint8Array(Buffer.from(newPublicId())),
          participantId: id,
          usedAt: clock.now(),
        },
      });
    }
    const [first, second] = people;
    if (first === undefined || second === undefined) throw new Error("two people are invited");
    await storeVotes(db, poll, [{ by: first, on: option, value: 1 }]);
    await maintain();
    expect(await mailsOf(poll)).toEqual([]);
    await storeVotes(db, poll, [{ by: second, on: option, value: 1 }]);
    await maintain();
    expect(await mailsOf(poll)).toHaveLength(1);
    await vote(poll, option);
    await later(DAY_MS);
    expect(await mailsOf(poll)).toHaveLength(1);
  });

  test("is not queued unless the poll asks for it", async () => {
    const poll = await newPoll({});
    await vote(poll, await buildOption(db, poll));
    await later(DAY_MS);
    expect(await mailsOf(poll)).toEqual([]);
  });

  test("has a link that switches these mails off, and nothing else", async () => {
    const poll = await newPoll({ notify_votes: "each_vote", notify_new_options: true });
    const option = await buildOption(db, poll);
    await vote(poll, option);
    await maintain();
    const [mail] = await mailsOf(poll);
    if (mail?.nonce == null) throw new Error("the mail has a nonce");
    const { id, nonce, address } = mail;
    const { signing } = gateway.deps.config.keys.mailLinks;
    const path = `/unsubscribe/${id}/${linkToken(signing, { purpose: "unsubscribe", nonce, address })}`;
    expect((await gateway.request(`GET ${path}`)).text).toContain("Stop e-mails about votes?");
    const german = await gateway.request(`GET ${path}`, { headers: { "Accept-Language": "de" } });
    expect(german.text).toContain("E‑Mails über Stimmen abbestellen?");
    expect((await gateway.request(`POST ${path}`)).status).toBe(200);
    const { settings } = await db.prisma.poll.findUniqueOrThrow({ where: { id: poll.id } });
    expect(settings).not.toHaveProperty("notify_votes");
    expect(settings).toMatchObject({ notify_new_options: true });
    await vote(poll, option);
    await later(DAY_MS);
    expect(await mailsOf(poll)).toHaveLength(1);
  });
});

describe("a mail about the result", () => {
  // Settings: notify_result
  test("is queued once for each confirmed address when the poll closes", async () => {
    const poll = await newPoll({
      notify_result: true,
      deadline_voting: "2030-06-15T13:00:00.000Z",
    });
    await confirmed(poll, "ada@example.net");
    await confirmed(poll, "fraud@example.net", { fraudulent: true });
    await buildParticipant(db, poll, { optinEmail: "pending@example.net", confirmedAt: null });
    await later(59 * MINUTE_MS);
    expect(await mailsOf(poll)).toEqual([]);
    await later(MINUTE_MS);
    expect(await mailsOf(poll)).toMatchObject([{ kind: "result", address: "ada@example.net" }]);
    await confirmed(poll, "late@example.net");
    await later(DAY_MS);
    expect(await mailsOf(poll)).toHaveLength(1);
  });

  test("reaches all of more addresses than a batch has", async () => {
    const poll = await newPoll({ notify_result: true }, { status: "closed" });
    for (let at = 0; at < 101; at += 1) await confirmed(poll, `p${at}@example.net`);
    await maintain();
    expect(new Set(await addressesOf(poll)).size).toBe(101);
  });

  test.each<[string, Readonly<Record<string, unknown>>, "active" | "closed"]>([
    ["it is not asked for", { notify_result: false }, "closed"],
    ["members never see results", { notify_result: true, results_visible: "never" }, "closed"],
    ["the poll is open", { notify_result: true }, "active"],
  ])("is not queued where %s", async (_case, settings, status) => {
    const poll = await newPoll(settings, { status });
    await confirmed(poll, "ada@example.net");
    await later(DAY_MS);
    expect(await mailsOf(poll)).toEqual([]);
  });
});

describe("a mail about the state of an idea", () => {
  const change = (poll: Poll, option: { readonly publicId: string }, fields: object) =>
    gateway.as(owner, `PATCH /api/v1/polls/${poll.adminHash}/options/${option.publicId}`, {
      option: fields,
    });
  async function ideas(settings: Readonly<Record<string, unknown>>) {
    const poll = await newPoll(settings, { type: "Polls::Collection" });
    const [idea, other] = [
      await buildOption(db, poll, { content: "Bench", state: "incoming" }),
      await buildOption(db, poll, { content: "Tree", state: "incoming" }),
    ];
    const [voter, passer] = [
      await confirmed(poll, "voter@example.net"),
      await confirmed(poll, "other@example.net"),
    ];
    const pending = await buildParticipant(db, poll, {
      optinEmail: "pending@example.net",
      confirmedAt: null,
    });
    await storeVotes(db, poll, [
      { by: voter, on: idea, value: 1 },
      { by: pending, on: idea, value: 1 },
      { by: passer, on: other, value: 1 },
    ]);
    return { poll, idea };
  }

  // Settings: notify_state_changes
  test("is queued ten minutes later for its voters with a confirmed address, at most once an hour", async () => {
    const { poll, idea } = await ideas({ notify_state_changes: true });
    expect((await change(poll, idea, { state: "planned" })).status).toBe(200);
    expect((await change(poll, idea, { state: "done" })).status).toBe(200);
    await later(9 * MINUTE_MS);
    expect(await mailsOf(poll)).toEqual([]);
    await later(2 * MINUTE_MS);
    expect(await mailsOf(poll)).toMatchObject([
      { kind: "state_change", address: "voter@example.net" },
    ]);
    await change(poll, idea, { state: "rejected" });
    await later(30 * MINUTE_MS);
    expect(await mailsOf(poll)).toHaveLength(1);
    await later(31 * MINUTE_MS);
    expect(await mailsOf(poll)).toHaveLength(2);
  });

  test("is not queued for other changes, nor where it is not asked for", async () => {
    const [asked, unasked] = [await ideas({ notify_state_changes: true }), await ideas({})];
    await change(asked.poll, asked.idea, { content: "A bench" });
    await change(asked.poll, asked.idea, { state: "incoming" });
    await change(unasked.poll, unasked.idea, { state: "done" });
    await later(DAY_MS);
    expect([await mailsOf(asked.poll), await mailsOf(unasked.poll)]).toEqual([[], []]);
  });
});
