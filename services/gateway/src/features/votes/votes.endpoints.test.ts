// Covers docs/reference/access.md: objects-of-others, poll-password
// Covers docs/reference/opt-in.md: held-votes
// Covers docs/reference/participants.md: fields
// Covers docs/reference/polls.md: voting-window
// Covers docs/reference/results.md: exports
// Covers docs/reference/votes.md: abstentions, endpoints, fields, held-votes, vote-types-and-values, limit-per-participant, limits
// Covers docs/reference/votes.md: one-vote-per-option, order-of-checks, ownership, places-per-option, vote-per-day, voting-categories
// Covers docs/reliability.md: invalid-votes, limits-under-concurrency

import { buildOption, buildOptions, buildParticipant, buildParticipants } from "@polls/testing";
import { answered } from "../../../testing/answered";
import type { TestGateway } from "../../../testing/start-gateway";
import { keyOf, type Scene, shareVoteScenes } from "../../../testing/vote-scenes";
import type { NewAccount } from "../accounts/create-account";

const { clock, gateway, owner, voter, scene, cast, showOption } = shareVoteScenes();
const { db } = gateway;

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
      "with a value that its vote type does not know: 422",
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
    const { status, body } = await gateway.inPoll(all.poll, voter, "POST /votes", {
      voter_id: all.participant.publicId,
      option_id: all.option.publicId,
      vote: { vote: 1 },
      [name]: "a\0b",
    });
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
      gateway.as(owner, `PATCH /api/v1/polls/${all.poll.adminHash}`, { poll: { status } });
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
    await gateway.as(owner, `PATCH /api/v1/polls/${all.poll.adminHash}`, {
      poll: { password: "open sesame" },
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

  // Settings: vote_per_day
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
    const exported = await gateway.inPoll(all.poll, owner, "GET /export.json");
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

  // Settings: limit_per_option, limit_per_option_type
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
