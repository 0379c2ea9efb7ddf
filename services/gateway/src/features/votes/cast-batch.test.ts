// Covers docs/reference/requests.md: idempotency
// Covers docs/reference/votes.md: batches

import { buildOption, buildParticipant, type PollFacts, tallyDrift } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import type { TestGateway } from "../../../testing/start-gateway";
import type { NewAccount } from "../accounts/create-account";
import { CastVotesResponse } from "./votes.schema";

const gateway = shareGateway({
  env: { RATE_LIMIT_REQUESTS: "1000000" },
});
const owner = shareAccount(gateway);
const voter = shareAccount(gateway);
const { db } = gateway;
afterEach(async () => {
  const polls = await db.prisma.poll.findMany({ select: { id: true } });
  for (const { id } of polls) expect(await tallyDrift(db, id)).toBe(0);
});

async function scene(facts: PollFacts = {}, options = 1) {
  const poll = await owner.buildPoll(facts);
  const first = await buildOption(db, poll);
  const built = [first];
  for (let count = 1; count < options; count++) built.push(await buildOption(db, poll));
  const joined = (account: NewAccount, more: object = {}) =>
    buildParticipant(db, poll, { ownerKey: `user:${account.id}`, ...more });
  return { poll, options: built, first, joined };
}

interface Outcome {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Named {
  readonly publicId: string;
}

const voteOf = (participant: Named, option: Named, vote: unknown = 1) => ({
  voter_id: participant.publicId,
  option_id: option.publicId,
  vote: { vote },
});

const castAll = (
  hash: string,
  votes: unknown,
  options: Parameters<TestGateway["request"]>[1] = {},
) =>
  gateway.request(`POST /api/v1/polls/${hash}/votes/batch`, {
    token: voter.privateToken,
    body: { votes },
    ...options,
  });

const statusesOf = (body: { readonly outcomes: readonly { readonly status: number }[] }) =>
  body.outcomes.map(({ status }) => status);

const votesIn = (pollId: bigint) => db.prisma.vote.count({ where: { pollId } });

describe("POST /polls/{poll_id}/votes/batch", () => {
  test("each vote has the outcome that it would have alone, in order", async () => {
    const { poll, options, first, joined } = await scene({}, 2);
    const second = options[1] ?? first;
    const own = await joined(voter);
    const { status, body } = await castAll(poll.memberHash, [
      voteOf(own, first),
      voteOf(own, first),
      voteOf(own, second, 7),
      voteOf(own, { publicId: "unknown" }),
      { voter_id: own.publicId },
      "a vote",
      voteOf(own, second, -1),
    ]);
    expect(status).toBe(200);
    expect(CastVotesResponse.safeParse(body).error).toBeUndefined();
    expect(statusesOf(body)).toEqual([201, 422, 422, 404, 422, 422, 201]);
    const [cast, again, wrong, , incomplete] = body.outcomes;
    const alone = await gateway.inPoll(poll, voter, `GET /votes/${cast.body.id}`);
    expect(cast.body).toEqual(alone.body);
    expect(again.body).toMatchObject({ code: "already_voted", vote_id: cast.body.id });
    expect(wrong.body.errors).toHaveProperty("vote");
    expect(incomplete.body.errors).toEqual({ option_id: ["is required"], vote: ["is required"] });
    expect(await votesIn(poll.id)).toBe(2);
  });

  test("a batch of 500 votes with 52 unknown keys each lists 50 problems in all, and counts the others", async () => {
    const { poll, first, joined } = await scene();
    const own = await joined(voter);
    const junk = Object.fromEntries(Array.from({ length: 52 }, (_, at) => [`key ${at}`, 1]));
    const votes = Array(499).fill({ ...voteOf(own, first), ...junk });
    const { body, text } = await castAll(poll.memberHash, [...votes, voteOf(own, first)]);
    expect(CastVotesResponse.safeParse(body).error).toBeUndefined();
    expect(statusesOf(body)).toEqual([...Array(499).fill(422), 201]);
    const refused = body.outcomes.slice(0, 499).map((one: Outcome) => one.body);
    const listed = refused.map(({ errors }: { errors: object }) => Object.keys(errors).length);
    expect(listed).toEqual([50, ...Array(498).fill(0)]);
    expect(refused[0]).toMatchObject({ code: "invalid", more_problems: 2 });
    expect(new Set(refused.slice(1).map((one: object) => JSON.stringify(one)))).toEqual(
      new Set([
        JSON.stringify({
          error: "Unprocessable",
          errors: {},
          code: "invalid",
          problems: {},
          more_problems: 52,
        }),
      ]),
    );
    expect(text.length).toBeLessThan(65_000);
  });

  // Settings: vote_limit_per_voter
  test("limits hold within a batch, and for batches and votes at the same time", async () => {
    const { poll, options, joined } = await scene({ settings: { vote_limit_per_voter: 3 } }, 6);
    const own = await joined(voter);
    const votes = options.map((option) => voteOf(own, option));
    const one = (vote: object) => gateway.inPoll(poll, voter, "POST /votes", vote);
    const answers = await Promise.all([
      ...[castAll(poll.memberHash, votes), castAll(poll.memberHash, votes.toReversed())],
      ...votes.map(one),
    ]);
    for (const { status } of answers.slice(0, 2)) expect(status).toBe(200);
    expect(await votesIn(poll.id)).toBe(3);
  });

  test("500 votes of an admin's participants are cast at once", async () => {
    const { poll, options, joined } = await scene({}, 5);
    const participants = [];
    for (let count = 0; count < 100; count++) participants.push(await joined(owner));
    const votes = participants.flatMap((one) => options.map((option) => voteOf(one, option)));
    const { status, body } = await castAll(poll.adminHash, votes, { token: owner.privateToken });
    expect(status).toBe(200);
    expect(new Set(statusesOf(body))).toEqual(new Set([201]));
    expect(body.outcomes.map((one: Outcome) => one.body.voter_id)).toEqual(
      votes.map(({ voter_id }) => voter_id),
    );
    expect(await votesIn(poll.id)).toBe(500);
  });

  test("members cast votes of one participant, and no caller those of others", async () => {
    const { poll, first: option, joined } = await scene();
    const [own, second, others] = [await joined(voter), await joined(voter), await joined(owner)];
    const several = await castAll(poll.memberHash, [voteOf(own, option), voteOf(second, option)]);
    expect(several.status).toBe(422);
    expect(several.body.errors).toEqual({
      votes: ["must belong to one participant, unless an admin casts them"],
    });
    const foreign = await castAll(poll.memberHash, [voteOf(others, option)]);
    expect(foreign.body.outcomes).toEqual([{ status: 403, body: null }]);
    const admin = await castAll(poll.adminHash, [voteOf(others, option), voteOf(own, option)], {
      token: owner.privateToken,
    });
    expect(statusesOf(admin.body)).toEqual([201, 403]);
    expect(await votesIn(poll.id)).toBe(1);
  });

  test.each<[string, unknown]>([
    ["no list", "votes"],
    ["an empty list", []],
    ["more than 500 votes", Array(501).fill({})],
    ["nothing", undefined],
  ])("%s is 422", async (_case, votes) => {
    const { poll } = await scene();
    const { status, body } = await castAll(poll.memberHash, votes);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(["votes"]);
  });

  test("a body above 1 MiB is 413, an unknown poll 404", async () => {
    const { poll } = await scene();
    const large = await castAll(poll.memberHash, ["x".repeat(1024 * 1024)]);
    expect(large.status).toBe(413);
    expect((await castAll("unknown", [{}])).status).toBe(404);
  });

  test("a batch of the wrong form is 404 where the caller has no access, as a single vote is", async () => {
    const { poll } = await scene();
    const [unknown, known] = [await castAll("unknown", "x"), await castAll(poll.memberHash, "x")];
    expect([unknown.status, known.status]).toEqual([404, 422]);
  });

  test("a wrong password refuses the whole batch, the right one casts it", async () => {
    const { poll, first, joined } = await scene();
    await gateway.as(owner, `PATCH /api/v1/polls/${poll.adminHash}`, {
      poll: { password: "sesame" },
    });
    const votes = [voteOf(await joined(voter), first)];
    for (const body of [[], Array(501).fill(votes[0])]) {
      expect((await castAll(poll.memberHash, body)).body.code).toBe("poll_password_required");
      const right = { headers: { "X-SERVICE-POLL-PASSWORD": "sesame" } };
      expect((await castAll(poll.memberHash, body, right)).status).toBe(422);
    }
    const tried = (password: string) =>
      castAll(poll.memberHash, votes, { headers: { "X-SERVICE-POLL-PASSWORD": password } });
    expect((await tried("wrong")).status).toBe(401);
    expect((await castAll(poll.memberHash, votes)).status).toBe(401);
    const right = await tried("sesame");
    expect(statusesOf(right.body)).toEqual([201]);
  });

  // Settings: allow_voting
  test("a closed poll refuses each vote", async () => {
    const { poll, first, joined } = await scene({ settings: { allow_voting: false } });
    const { status, body } = await castAll(poll.memberHash, [voteOf(await joined(voter), first)]);
    expect(status).toBe(200);
    expect(statusesOf(body)).toEqual([422]);
  });

  test("votes are held until the address is confirmed", async () => {
    const { poll, options, joined } = await scene({ settings: { double_opt_in: true } }, 2);
    const unconfirmed = { confirmedAt: null, optinEmail: "held@example.org" };
    const own = await joined(voter, unconfirmed);
    const { body } = await castAll(
      poll.memberHash,
      options.map((option) => voteOf(own, option)),
    );
    expect(statusesOf(body)).toEqual([422, 422]);
    for (const outcome of body.outcomes) {
      expect(outcome.body).toMatchObject({
        code: "opt_in_pending",
        vote_id: expect.any(String) as string,
      });
    }
    expect(await db.prisma.heldVote.count({ where: { pollId: poll.id } })).toBe(2);
  });

  test("sold votes have a pay page each", async () => {
    const { poll, options, joined } = await scene(
      { settings: { voting_fee: 100, voting_fee_type: "voting_sell_votes" } },
      2,
    );
    const own = await joined(voter);
    const { body } = await castAll(
      poll.memberHash,
      options.map((option) => voteOf(own, option)),
    );
    expect(statusesOf(body)).toEqual([200, 200]);
    expect(new Set(body.outcomes.map((one: Outcome) => one.body.url)).size).toBe(2);
    expect(await db.prisma.payment.count({ where: { pollId: poll.id } })).toBe(2);
  });

  test("more sold votes on a date format it no more often, and each payment has its name", async () => {
    const formatsOf = async (count: number) => {
      const poll = await owner.buildPoll({
        settings: { voting_fee: 100, voting_fee_type: "voting_sell_votes" },
      });
      const day = await buildOption(db, poll, {
        type: "Options::DateOption",
        content: null,
        startDate: new Date("2030-06-15T00:00:00Z"),
      });
      const votes: object[] = [];
      const ownerKey = `user:${owner.id}` as const;
      for (let at = 0; at < count; at++) {
        votes.push(voteOf(await buildParticipant(db, poll, { ownerKey }), day));
      }
      const formats = jest.spyOn(Intl, "DateTimeFormat");
      const { body } = await castAll(poll.adminHash, votes, { token: owner.privateToken });
      const { length } = formats.mock.calls;
      formats.mockRestore();
      expect(statusesOf(body)).toEqual(votes.map(() => 200));
      const payments = await db.prisma.payment.findMany({ where: { pollId: poll.id } });
      expect(payments.map(({ subject }) => subject)).toEqual(
        votes.map(() => "Saturday, June 15, 2030"),
      );
      return length;
    };
    const ofOne = await formatsOf(1);
    expect(ofOne).toBeGreaterThan(0);
    expect(await formatsOf(5)).toBe(ofOne);
  });

  test("a batch with the same Idempotency-Key is cast once, refusals included", async () => {
    const { poll, options, joined } = await scene({}, 2);
    const own = await joined(voter);
    const votes = [...options.map((option) => voteOf(own, option)), voteOf(own, { publicId: "x" })];
    const first = await castAll(poll.memberHash, votes, { idempotencyKey: "batch" });
    const again = await castAll(poll.memberHash, votes, { idempotencyKey: "batch" });
    expect(statusesOf(first.body)).toEqual([201, 201, 404]);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    const other = await castAll(poll.memberHash, votes.slice(1), { idempotencyKey: "batch" });
    expect(other.body.code).toBe("idempotency_key_reused");
    expect(await votesIn(poll.id)).toBe(2);
  });

  test("a batch of refusals alone is not kept for its Idempotency-Key", async () => {
    const { poll, options, joined } = await scene({ settings: { allow_voting: false } }, 2);
    const own = await joined(voter);
    const votes = options.map((option) => voteOf(own, option));
    const send = () => castAll(poll.memberHash, votes, { idempotencyKey: "refused" });
    expect(statusesOf((await send()).body)).toEqual([422, 422]);
    await db.prisma.poll.update({
      where: { id: poll.id },
      data: { settings: {}, version: { increment: 1 } },
    });
    const again = await send();
    expect(statusesOf(again.body)).toEqual([201, 201]);
    expect(again.headers.get("Idempotency-Replayed")).toBeNull();
  });

  test("a batch that another one holds up leaves single votes alone", async () => {
    const { poll, first: option, joined } = await scene();
    const [waiting, single] = [await joined(owner), await joined(voter)];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let locked = () => {};
    const isLocked = new Promise<void>((resolve) => {
      locked = resolve;
    });
    const holder = db.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM participants WHERE id = ${waiting.id} FOR UPDATE`;
      locked();
      await held;
    });
    await isLocked;
    const batch = castAll(poll.adminHash, [voteOf(waiting, option)], { token: owner.privateToken });
    const { status } = await gateway.inPoll(poll, voter, "POST /votes", voteOf(single, option));
    expect(status).toBe(201);
    release();
    await holder;
    expect(statusesOf((await batch).body)).toEqual([201]);
  });
});
