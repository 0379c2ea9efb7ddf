// Covers docs/reference/access.md: objects-of-others, poll-password
// Covers docs/reference/opt-in.md: held-votes
// Covers docs/reference/participants.md: fields
// Covers docs/reference/payments.md: payment-response, sold-votes
// Covers docs/reference/polls.md: voting-window
// Covers docs/reference/ratings.md: voter-count
// Covers docs/reference/requests.md: ids, paging
// Covers docs/reference/results.md: exports
// Covers docs/reference/votes.md: abstentions, changes-by-admins, changing-a-vote, consistency, endpoints, fields
// Covers docs/reference/votes.md: held-votes, kinds-and-values, limit-per-participant, limits, one-vote-per-option
// Covers docs/reference/votes.md: order-of-checks, ownership, places-per-option, reading-votes, sold-votes
// Covers docs/reference/votes.md: vote-per-day, voting-categories, withdrawing-a-vote
// Covers docs/reliability.md: invalid-votes, limits-under-concurrency

import type { Db, Prisma } from "@polls/db/connection";
import { tallyDrift } from "@polls/db/counts";
import type { Option } from "@polls/domain/options";
import type { Participant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import {
  buildOption,
  buildOptions,
  buildParticipant,
  buildParticipants,
  buildPoll,
  createTestDatabase,
  fakeClock,
  type ParticipantFacts,
  type PollFacts,
} from "@polls/testing";
import { answered } from "../../../testing/answered";
import { signUp } from "../../../testing/sign-up";
import { startGateway, type TestGateway } from "../../../testing/start-gateway";
import { storeVotes } from "../../../testing/store-votes";
import type { NewAccount } from "../accounts/create-account";

let gateway: TestGateway;
let db: Db;
let owner: NewAccount;
let voter: NewAccount;
const clock = fakeClock(new Date("2030-06-15T12:00:00Z"));

beforeAll(async () => {
  gateway = await startGateway(await createTestDatabase(), {
    clock: clock.now,
    env: { RATE_LIMIT_REQUESTS: "1000000" },
  });
  db = gateway.db;
  owner = await signUp(db);
  voter = await signUp(db);
});
afterAll(() => gateway.close());
beforeEach(() => clock.set(new Date("2030-06-15T12:00:00Z")));

const keyOf = (account: NewAccount) => `user:${account.id}` as const;

interface Scene {
  readonly poll: Poll;
  readonly option: Option;
  readonly participant: Participant;
}

async function scene(poll: PollFacts = {}, participant: ParticipantFacts = {}): Promise<Scene> {
  const built = await buildPoll(db, { ownerAccountId: owner.id, ...poll });
  return {
    poll: built,
    option: await buildOption(db, built),
    participant: await buildParticipant(db, built, { ownerKey: keyOf(voter), ...participant }),
  };
}

const cast = (
  { poll, option, participant }: Scene,
  vote: Readonly<Record<string, unknown>> = { vote: 1 },
  options: Parameters<TestGateway["request"]>[1] = {},
) =>
  gateway.request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
    token: voter.privateToken,
    body: { voter_id: participant.publicId, option_id: option.publicId, vote },
    ...options,
  });

const showOption = async ({ poll, option }: Scene) =>
  (
    await db.prisma.$queryRaw<{ votes: number; total: number; voters: number }[]>`
      SELECT coalesce(sum(votes), 0)::int AS votes, coalesce(sum(total), 0)::float8 AS total,
             coalesce(sum(voters), 0)::int AS voters
      FROM option_tallies WHERE option_id = ${option.id}`
  )[0] ?? poll;

/** The polls of earlier tests have an `id` up to this one. */
let lastPoll = 0n;
afterEach(async () => {
  const polls = await db.prisma.poll.findMany({
    where: { id: { gt: lastPoll } },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  for (const { id } of polls) expect(await tallyDrift(db, id)).toBe(0);
  lastPoll = polls.at(-1)?.id ?? lastPoll;
});

describe("POST /polls/{poll_id}/votes", () => {
  test("a vote is answered 201 with exactly the documented fields and counts at once", async () => {
    const all = await scene();
    const { status, body } = await cast(all);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/),
      type: "Votes::BooleanVote",
      created_at: "2030-06-15T12:00:00.000Z",
      updated_at: "2030-06-15T12:00:00.000Z",
      option_id: all.option.publicId,
      voter_id: all.participant.publicId,
      vote: 1,
      vote_date: null,
      vote_text: null,
    });
    expect(await showOption(all)).toEqual({ votes: 1, total: 1, voters: 1 });
  });

  test.each<[string, (all: Scene) => Parameters<TestGateway["request"]>[1], number, object]>([
    ["without a token: 401", () => ({ token: undefined }), 401, { code: "unauthorized" }],
    [
      "with a participant of another user: 403 without a body",
      () => ({ token: owner.privateToken }),
      403,
      {},
    ],
    [
      "for a participant that does not exist: 404",
      ({ option }) => ({ body: { voter_id: "x", option_id: option.publicId, vote: { vote: 1 } } }),
      404,
      { code: "participant_not_found" },
    ],
    [
      "on an option that does not exist: 404",
      ({ participant }) => ({
        body: { voter_id: participant.publicId, option_id: "x", vote: { vote: 1 } },
      }),
      404,
      { code: "option_not_found" },
    ],
    [
      "with an unknown field: 422 that names it",
      ({ option, participant }) => ({
        body: {
          voter_id: participant.publicId,
          option_id: option.publicId,
          vote: { vote: 1, weight: 9 },
        },
      }),
      422,
      { errors: { weight: ["is not a known field"] } },
    ],
    [
      "with a value that its class of votes does not know: 422",
      ({ option, participant }) => ({
        body: { voter_id: participant.publicId, option_id: option.publicId, vote: { vote: 7 } },
      }),
      422,
      { errors: { vote: [expect.any(String)] } },
    ],
  ])("%s", async (_case, options, expected, body) => {
    const all = await scene();
    const answer = await cast(all, { vote: 1 }, options(all));
    expect(answer.status).toBe(expected);
    if (expected === 403) expect(answer.text).toBe("");
    else expect(answer.body).toMatchObject(body);
    expect(await db.prisma.vote.count({ where: { pollId: all.poll.id } })).toBe(0);
  });

  test("in an unknown poll, or with ids of another poll: 404", async () => {
    const [one, other] = [await scene(), await scene()];
    expect((await cast({ ...one, poll: { ...one.poll, memberHash: "nowhere" } })).body.code).toBe(
      "poll_not_found",
    );
    expect((await cast({ ...one, option: other.option })).body.code).toBe("option_not_found");
    expect((await cast({ ...one, participant: other.participant })).body.code).toBe(
      "participant_not_found",
    );
  });

  test.each(["voter_id", "option_id"])("a %s that is no text is 422", async (name) => {
    const all = await scene();
    const { status, body } = await gateway.request(
      `POST /api/v1/polls/${all.poll.memberHash}/votes`,
      {
        token: voter.privateToken,
        body: {
          voter_id: all.participant.publicId,
          option_id: all.option.publicId,
          vote: { vote: 1 },
          [name]: "a\0b",
        },
      },
    );
    expect([status, body.errors]).toEqual([422, { [name]: ["has invalid characters"] }]);
  });

  test("a second vote on the same option is 422 and names the first", async () => {
    const all = await scene();
    const first = await cast(all);
    const second = await cast(all, { vote: -1 });
    expect(second.status).toBe(422);
    expect(second.body).toMatchObject({ code: "already_voted", vote_id: first.body.id });
    expect(await showOption(all)).toEqual({ votes: 1, total: 1, voters: 1 });
  });

  test("an abstention is stored and counted nowhere", async () => {
    const all = await scene();
    expect((await cast(all, { vote: 0 })).status).toBe(201);
    expect(await showOption(all)).toEqual({ votes: 0, total: 0, voters: 0 });
  });

  test("a closed poll takes no vote, and one reopened does", async () => {
    const all = await scene();
    const change = (status: string) =>
      gateway.request(`PATCH /api/v1/polls/${all.poll.adminHash}`, {
        token: owner.privateToken,
        body: { poll: { status } },
      });
    await cast(all, { vote: 0 });
    expect((await change("closed")).status).toBe(200);
    const late = await buildOption(db, all.poll);
    expect((await cast({ ...all, option: late })).body.code).toBe("poll_closed");
    expect((await change("active")).status).toBe(200);
    expect((await cast({ ...all, option: late })).status).toBe(201);
  });

  test("a held vote is answered 422 and kept, and a repeat replaces its value", async () => {
    const all = await scene({ settings: { double_opt_in: true } }, { confirmedAt: null });
    const first = await cast(all);
    expect(first.status).toBe(422);
    expect(first.body).toMatchObject({
      code: "opt_in_pending",
      errors: { optin_email: ["must be confirmed"] },
    });
    expect((await cast(all, { vote: -1 })).status).toBe(422);
    const held = await db.prisma.heldVote.findMany({ where: { pollId: all.poll.id } });
    expect(held.map(({ publicId, value }) => [publicId, Number(value)])).toEqual([
      [first.body.vote_id, -1],
    ]);
    expect(await showOption(all)).toEqual({ votes: 0, total: 0, voters: 0 });
  });

  test("a protected poll asks all callers for its password, and the vote counts with it", async () => {
    const all = await scene();
    await gateway.request(`PATCH /api/v1/polls/${all.poll.adminHash}`, {
      token: owner.privateToken,
      body: { poll: { password: "open sesame" } },
    });
    expect((await cast(all)).body.code).toBe("poll_password_required");
    expect((await cast(all, { vote: 1 }, { password: "wrong" })).body.code).toBe(
      "poll_password_wrong",
    );
    expect((await cast(all, { vote: 1 }, { password: "open sesame" })).status).toBe(201);
  });

  test("the same Idempotency-Key answers the same vote again; with another body it is 422", async () => {
    const all = await scene();
    const once = await cast(all, { vote: 1 }, { idempotencyKey: "k1" });
    const again = await cast(all, { vote: 1 }, { idempotencyKey: "k1" });
    expect(again.status).toBe(201);
    expect(again.body).toEqual(once.body);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    const other = await cast(all, { vote: -1 }, { idempotencyKey: "k1" });
    expect(other.body.code).toBe("idempotency_key_reused");
  });

  test("with voting categories each has its own vote", async () => {
    const all = await scene({
      votingCategories: [
        { id: 1, title: "Taste" },
        { id: 2, title: "Look" },
      ],
    });
    expect((await cast(all)).body.errors).toEqual({ voting_category_id: ["is required"] });
    for (const voting_category_id of [1, 2]) {
      const { status, body } = await cast(all, { vote: 1, voting_category_id });
      expect([status, body.voting_category_id]).toEqual([201, voting_category_id]);
    }
    expect(await showOption(all)).toEqual({ votes: 2, total: 2, voters: 1 });
  });

  test("per day: one vote a local day, and yesterday's is out of reach", async () => {
    const all = await scene({ settings: { vote_per_day: true, timezone: "Pacific/Auckland" } });
    clock.set(new Date("2030-06-15T11:59:00Z"));
    const first = await cast(all);
    expect(first.body.vote_date).toBe("2030-06-15");
    expect((await cast(all)).body.code).toBe("already_voted");
    clock.set(new Date("2030-06-15T12:00:00Z"));
    expect((await cast(all)).body.vote_date).toBe("2030-06-16");
    const path = `/api/v1/polls/${all.poll.memberHash}/votes`;
    for (const { privateToken: token } of [voter, owner]) {
      const one = `${path}/${first.body.id}`;
      expect((await gateway.request(`GET ${one}`, { token })).status).toBe(404);
      expect((await gateway.request(`DELETE ${one}`, { token })).status).toBe(404);
      const change = { token, body: { vote: { vote: -1 } } };
      expect((await gateway.request(`PATCH ${one}`, change)).status).toBe(404);
    }
    const daysIn = async ({ privateToken: token }: NewAccount) => {
      const { body } = await gateway.request(`GET ${path}`, { token });
      return body.map(({ vote_date }: { vote_date: string }) => vote_date);
    };
    expect(await daysIn(voter)).toEqual(["2030-06-16"]);
    expect(await daysIn(owner)).toEqual(["2030-06-16", "2030-06-15"]);
    const exported = await gateway.request(`GET /api/v1/polls/${all.poll.memberHash}/export.json`, {
      token: owner.privateToken,
    });
    expect(exported.body).toHaveLength(2);
  });

  test("an option has its places each day, and held votes take none", async () => {
    const all = await scene({
      settings: { vote_per_day: true, limit_per_option_type: "limit_for_all", limit_per_option: 1 },
    });
    const pending = await buildParticipant(db, all.poll, {
      ownerKey: keyOf(voter),
      confirmedAt: null,
    });
    const second = await buildParticipant(db, all.poll, { ownerKey: keyOf(voter) });
    expect((await cast({ ...all, participant: pending })).body.code).toBe("opt_in_pending");
    expect((await cast(all)).status).toBe(201);
    expect((await cast({ ...all, participant: second })).body.code).toBe(
      "limit_per_option_reached",
    );
    clock.set(new Date("2030-06-16T12:00:00Z"));
    expect((await cast({ ...all, participant: second })).status).toBe(201);
    expect((await cast(all)).body.code).toBe("limit_per_option_reached");
  });

  test("a body that is no JSON is 400 also in a poll that is not there", async () => {
    const answer = await gateway.request("POST /api/v1/polls/nowhere/votes", {
      token: voter.privateToken,
      text: "{",
      headers: { "Content-Type": "application/json" },
    });
    expect([answer.status, answer.body.code]).toEqual([400, "malformed_json"]);
  });
});

describe("limits hold under any concurrency", () => {
  const ROUNDS = 2;

  test.each([1, 2, 3, 4, 5])(
    "of 64 casts at once against a limit of %i exactly that many succeed",
    async (limit) => {
      const all = await scene({ settings: { vote_limit_per_voter: limit } });
      const options = await buildOptions(db, all.poll, 64, { position: 2 });
      for (let round = 0; round < ROUNDS; round++) {
        const participant = await buildParticipant(db, all.poll, { ownerKey: keyOf(voter) });
        const answers = await Promise.all(
          options.map((option) => answered(() => cast({ ...all, participant, option }))),
        );
        expect(answers.filter(({ status }) => status === 201)).toHaveLength(limit);
        const refused = answers.filter(({ status }) => status !== 201);
        expect([...new Set(refused.map(({ body }) => body.code))]).toEqual([
          "vote_limit_per_voter_reached",
        ]);
        expect(await db.prisma.vote.count({ where: { participantId: participant.id } })).toBe(
          limit,
        );
      }
    },
  );

  test("of 64 voters at once on an option for 10 exactly 10 get a place", async () => {
    const all = await scene({
      settings: { limit_per_option_type: "limit_for_all", limit_per_option: 10 },
    });
    const participants = await buildParticipants(db, all.poll, 64, { ownerKey: keyOf(voter) });
    const answers = await Promise.all(
      participants.map((participant) => answered(() => cast({ ...all, participant }))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(await showOption(all)).toEqual({ votes: 10, total: 10, voters: 10 });
  });
});

describe("one vote", () => {
  const at = ({ poll }: Scene, id: string) => `/api/v1/polls/${poll.memberHash}/votes/${id}`;

  test("other users read it unless the poll hides its votes", async () => {
    const open = await scene();
    const hidden = await scene({ settings: { hide_votes: true } });
    const stranger = await signUp(db);
    for (const [all, expected] of [
      [open, 200],
      [hidden, 404],
    ] as const) {
      const { body } = await cast(all);
      const read = (account: NewAccount) =>
        gateway.request(`GET ${at(all, body.id)}`, { token: account.privateToken });
      expect((await read(stranger)).status).toBe(expected);
      expect((await read(voter)).body).toEqual(body);
      expect((await read(owner)).status).toBe(200);
    }
  });

  test("its owner changes it and the tallies follow", async () => {
    const all = await scene();
    const { body } = await cast(all);
    clock.set(new Date("2030-06-15T12:05:00Z"));
    const changed = await gateway.request(`PATCH ${at(all, body.id)}`, {
      token: voter.privateToken,
      body: { vote: { vote: -1 } },
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ...body, vote: -1, updated_at: "2030-06-15T12:05:00.000Z" });
    expect(await showOption(all)).toEqual({ votes: 1, total: -1, voters: 1 });
  });

  test("an admin changes votes of others in a voting, which marks the participant", async () => {
    const all = await scene();
    const { body } = await cast(all);
    const change = (account: NewAccount) =>
      gateway.request(`PATCH ${at(all, body.id)}`, {
        token: account.privateToken,
        body: { vote: { vote: -1 } },
      });
    expect((await change(await signUp(db))).status).toBe(404);
    expect((await change(owner)).status).toBe(200);
    const participant = await db.prisma.participant.findUniqueOrThrow({
      where: { id: all.participant.id },
    });
    expect(participant.changedByAdmin).toBe(true);
  });

  test("an admin may not in a gallery: 422", async () => {
    const all = await scene({ type: "Polls::PhotoGallery" });
    const { body } = await cast(all, { vote: 5 });
    const { status, body: refusal } = await gateway.request(`PATCH ${at(all, body.id)}`, {
      token: owner.privateToken,
      body: { vote: { vote: 1 } },
    });
    expect([status, refusal.code]).toEqual([422, "not_changeable"]);
  });

  test("its owner deletes it: 204, gone, and no longer counted", async () => {
    const all = await scene();
    const { body } = await cast(all);
    const remove = () =>
      gateway.request(`DELETE ${at(all, body.id)}`, { token: voter.privateToken });
    const answer = await remove();
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect((await remove()).status).toBe(404);
    expect(await showOption(all)).toEqual({ votes: 0, total: 0, voters: 0 });
    expect((await cast(all)).status).toBe(201);
  });
});

describe("a vote without its participant or option", () => {
  const needed = ["voter_id", "option_id", "vote"];
  test.each(needed)("without %s: 422 that names it", async (name) => {
    const { poll, option, participant } = await scene();
    const whole = { voter_id: participant.publicId, option_id: option.publicId, vote: { vote: 1 } };
    const { status, body } = await gateway.request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
      token: voter.privateToken,
      body: { ...whole, [name]: undefined },
    });
    expect([status, Object.keys(body.errors)]).toEqual([422, [name]]);
  });
});

describe("sold votes", () => {
  const selling = {
    settings: { voting_fee: 100, voting_fee_type: "voting_sell_votes" },
  };
  const payment = { message: expect.any(String), url: expect.stringMatching(/\/pay\/[\w-]+$/) };
  const ratingOf = async ({ poll, option }: Scene) => {
    const { body } = await gateway.request(
      `GET /api/v1/polls/${poll.memberHash}/options/${option.publicId}`,
      { token: voter.privateToken },
    );
    return [body.rating, body.voter_count];
  };
  const onlyVote = async ({ poll }: Scene) => {
    const { body } = await gateway.request(`GET /api/v1/polls/${poll.memberHash}/votes`, {
      token: owner.privateToken,
    });
    return body[0];
  };

  test("a purchase is answered 200 with where to pay, stored, and counts nothing yet", async () => {
    const all = await scene(selling);
    const { status, body } = await cast(all, { vote: 5 });
    expect([status, body]).toEqual([200, payment]);
    expect(await onlyVote(all)).toMatchObject({ vote: 5, paid: false, paid_votes: 0 });
    expect(await ratingOf(all)).toEqual([0, 0]);
  });

  test("the payment says what the option is called, in the language of the payer", async () => {
    const all = await scene({
      settings: { ...selling.settings, timezone: "Europe/Berlin", hidden_image_name: true },
    });
    const name = (data: Prisma.OptionUpdateInput) =>
      db.prisma.option.update({ where: { id: all.option.id }, data });
    const subjectOf = async (value: number, language: string) => {
      const { id } = (await onlyVote(all)) ?? {};
      const options = { headers: { "Accept-Language": language } };
      const { status } =
        id === undefined
          ? await cast(all, { vote: value }, options)
          : await gateway.request(`PATCH /api/v1/polls/${all.poll.memberHash}/votes/${id}`, {
              ...options,
              token: voter.privateToken,
              body: { vote: { vote: value } },
            });
      expect(status).toBe(200);
      const where = { pollId: all.poll.id, endedAt: null };
      return (await db.prisma.payment.findFirstOrThrow({ where })).subject;
    };
    const startDate = new Date("2030-07-01T22:00:00Z");
    await name({ content: null, type: "Options::DateOption", startDate });
    expect(await subjectOf(1, "de")).toBe("Dienstag, 2. Juli 2030");
    expect(await subjectOf(2, "en")).toBe("Tuesday, July 2, 2030");
    await name({ type: "Options::ImageOption", startDate: null, content: "secret.png" });
    expect(await subjectOf(3, "en")).toBe("Option 1");
    await name({ type: "Options::TextOption", content: "Tea" });
    expect(await subjectOf(4, "en")).toBe("Tea");
  });

  test("buying more is answered with a page to pay again, fewer is 422, and paid votes go on counting", async () => {
    const all = await scene(selling);
    await storeVotes(db, all.poll, [
      { by: all.participant, on: all.option, value: 5, paidVotes: 5 },
    ]);
    const { id } = await onlyVote(all);
    const change = (vote: number) =>
      gateway.request(`PATCH /api/v1/polls/${all.poll.memberHash}/votes/${id}`, {
        token: voter.privateToken,
        body: { vote: { vote } },
      });
    const raised = await change(8);
    expect([raised.status, raised.body]).toEqual([200, payment]);
    expect(await onlyVote(all)).toMatchObject({ vote: 8, paid: false, paid_votes: 5 });
    const lowered = await change(4);
    expect([lowered.status, lowered.body.code]).toEqual([422, "vote_lowered"]);
    expect(await ratingOf(all)).toEqual([5, 1]);
  });
});

describe("GET /polls/{poll_id}/votes", () => {
  test("lists the votes that the reader could read one by one, newest first", async () => {
    const all = await scene({ settings: { hide_votes: true } });
    const second = await buildOption(db, all.poll);
    const stranger = await signUp(db);
    const other = await buildParticipant(db, all.poll, { ownerKey: keyOf(stranger) });
    const one = await cast(all);
    const two = await cast({ ...all, option: second });
    await cast({ ...all, participant: other }, { vote: -1 }, { token: stranger.privateToken });
    const list = (account: NewAccount) =>
      gateway.request(`GET /api/v1/polls/${all.poll.memberHash}/votes`, {
        token: account.privateToken,
      });
    const mine = await list(voter);
    expect(mine.body.map(({ id }: { id: string }) => id)).toEqual([two.body.id, one.body.id]);
    expect(mine.headers.get("X-Total-Count")).toBe("2");
    expect((await list(owner)).headers.get("X-Total-Count")).toBe("3");
  });

  test("filters find votes of a participant or on an option, under hidden_participants the reader's own", async () => {
    const all = await scene();
    const second = await buildOption(db, all.poll);
    const other = await buildParticipant(db, all.poll, { ownerKey: keyOf(owner) });
    await storeVotes(db, all.poll, [
      { by: all.participant, on: all.option, value: 1 },
      { by: all.participant, on: second, value: 1 },
      { by: other, on: second, value: 1 },
    ]);
    const found = async (query: Record<string, string>, { privateToken }: NewAccount) => {
      const path = `GET /api/v1/polls/${all.poll.memberHash}/votes`;
      const { body } = await gateway.request(path, { token: privateToken, query });
      return body.length;
    };
    expect(await found({ option_id: second.publicId }, voter)).toBe(2);
    expect(await found({ voter_id: other.publicId }, voter)).toBe(1);
    expect(await found({ voter_id: other.publicId, option_id: all.option.publicId }, voter)).toBe(
      0,
    );
    await gateway.request(`PATCH /api/v1/polls/${all.poll.memberHash}`, {
      token: owner.privateToken,
      body: { poll: { hidden_participants: true } },
    });
    expect(await found({ voter_id: other.publicId }, voter)).toBe(0);
    expect(await found({ voter_id: all.participant.publicId }, voter)).toBe(2);
    expect(await found({ voter_id: other.publicId }, owner)).toBe(1);
  });

  test("a comparison with a hidden option is in no member's list, and not found", async () => {
    const { poll, option, participant } = await scene({ type: "Polls::PairwiseComparison" });
    const loser = await buildOption(db, poll, { archived: true });
    await storeVotes(db, poll, [{ by: participant, on: option, over: loser, value: 1 }]);
    const path = `GET /api/v1/polls/${poll.memberHash}/votes`;
    const all = await gateway.request(path, { token: owner.privateToken });
    const id = all.body[0].id;
    const read = async ({ privateToken: token }: NewAccount) => {
      const list = await gateway.request(path, { token });
      const one = await gateway.request(`${path}/${id}`, { token });
      return [list.body.length, one.status];
    };
    expect(await read(await signUp(db))).toEqual([0, 404]);
    expect(await read(voter)).toEqual([1, 200]);
    expect(await read(owner)).toEqual([1, 200]);
  });

  test("under hide_options one reads others' votes on one's own options", async () => {
    const all = await scene({ settings: { hide_options: true } });
    const stranger = await signUp(db);
    const own = await buildOption(db, all.poll, { ownerKey: keyOf(stranger) });
    await storeVotes(db, all.poll, [
      { by: all.participant, on: all.option, value: 1 },
      { by: all.participant, on: own, value: 1 },
    ]);
    const { body } = await gateway.request(`GET /api/v1/polls/${all.poll.memberHash}/votes`, {
      token: stranger.privateToken,
    });
    expect(body.map((vote: { option_id: string }) => vote.option_id)).toEqual([own.publicId]);
  });

  test("votes under a step that is hidden are in no member's list, as they are not found one by one", async () => {
    const survey = await buildPoll(db, { type: "Polls::Survey", ownerAccountId: owner.id });
    const step = await buildOption(db, survey, { settings: { survey_step_type: "vote" } });
    const answer = await buildOption(db, survey, { type: "Options::TextOption", parent: step });
    const participant = await buildParticipant(db, survey, { ownerKey: keyOf(voter) });
    const vote = await cast({ poll: survey, option: answer, participant });
    const stranger = await signUp(db);
    const path = `GET /api/v1/polls/${survey.memberHash}/votes`;
    const read = async (account: NewAccount) => {
      const list = await gateway.request(path, { token: account.privateToken });
      const one = await gateway.request(`${path}/${vote.body.id}`, { token: account.privateToken });
      return [list.headers.get("X-Total-Count"), list.body.length, one.status];
    };
    expect(await read(stranger)).toEqual(["1", 1, 200]);
    await db.prisma.option.update({ where: { id: step.id }, data: { archived: true } });
    expect(await read(stranger)).toEqual(["0", 0, 404]);
    expect(await read(owner)).toEqual(["1", 1, 200]);
  });
});
