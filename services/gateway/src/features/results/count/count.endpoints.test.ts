// Covers docs/reference/polls.md: counting-method
// Covers docs/reference/results.md: count, who-reads-the-count
// Covers docs/reference/votes.md: unique-ranks
// Covers docs/reference/ratings.md: best-and-selected

import { buildHeldVote, buildOption, buildParticipant } from "@polls/testing";
import {
  type Election,
  namesIn,
  shareElections,
  tennessee,
} from "../../../../testing/share-elections";
import { ranked, storeBallots } from "../../../../testing/store-ballots";
import { storeVotes } from "../../../../testing/store-votes";

const { gateway, owner, pollOf, asOwner, countOf, election } = shareElections();

const asMember = () => ({ token: owner.publicToken, identifier: "ada" });

const update = ({ poll }: Election, settings: object) =>
  gateway.as(asOwner(), `PATCH /api/v1/polls/${poll.adminHash}`, { poll: settings });

test("the capital of Tennessee by instant runoff: Knoxville after three rounds", async () => {
  const fixture = await election({ counting_method: "instant_runoff" });
  const { status, body } = await countOf(fixture);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    counting_method: "instant_runoff",
    seats: 1,
    quota: null,
    ballots: 100,
    abstaining: 0,
    changes: [],
    seed: null,
  });
  expect(namesIn(fixture, body.winners)).toEqual(["Knoxville"]);
  expect(body.ranking.map(({ name }: { name: string }) => name)).toEqual([
    "Knoxville",
    "Memphis",
    "Nashville",
    "Chattanooga",
  ]);
  expect(body.sentence).toContain("Instant runoff:");
  const [first, second] = body.rounds;
  expect(first.tally.map(({ votes }: { votes: string }) => votes)).toEqual([
    "42",
    "26",
    "15",
    "17",
  ]);
  expect(namesIn(fixture, first.eliminated)).toEqual(["Chattanooga"]);
  expect(first.sentence).toBe(
    "“Chattanooga” has the fewest votes (15) and is eliminated. These votes move to the next option of each ballot.",
  );
  expect(first.transfers).toEqual([
    {
      from: fixture.options[2]?.publicId,
      to: fixture.options[3]?.publicId,
      votes: "15",
      votes_decimal: 15,
    },
  ]);
  expect(namesIn(fixture, second.eliminated)).toEqual(["Nashville"]);
  expect(body.rounds.at(-1).sentence).toBe(
    "“Knoxville” has 58 of 100 votes, more than half, and is elected.",
  );
});

test("the rounds of a count are read from any round on", async () => {
  const { poll } = await election({ counting_method: "instant_runoff" });
  const read = (round: string) =>
    gateway.request(`GET /api/v1/polls/${poll.memberHash}/results/count?round=${round}`, asOwner());
  const [all, later, behind] = [await read("1"), await read("2"), await read("9")];
  expect(all.body.rounds).toHaveLength(3);
  expect(all.body).not.toHaveProperty("more_rounds");
  expect(later.body.rounds).toEqual(all.body.rounds.slice(1));
  expect(behind.body.rounds).toEqual([]);
  for (const round of ["0", "x"]) {
    expect((await read(round)).body.errors).toEqual({
      round: ["must be a whole number of at least 1"],
    });
  }
});

test("the sentences are in the language of the reader", async () => {
  const fixture = await election({ counting_method: "instant_runoff" });
  const { body } = await countOf(fixture, { ...asOwner(), headers: { "Accept-Language": "de" } });
  expect(body.rounds.at(-1).sentence).toBe(
    "„Knoxville“ hat 58 von 100 Stimmen, also mehr als die Hälfte, und ist gewählt.",
  );
});

test("rank, best_rating and selected follow the count in lists and results", async () => {
  const fixture = await election({ counting_method: "instant_runoff" });
  const path = `/api/v1/polls/${fixture.poll.memberHash}`;
  const { body } = await gateway.request(`GET ${path}/results`, asOwner());
  const shown = (options: readonly Record<string, unknown>[]) =>
    options.map(({ content, rank, best_rating, selected }) => [
      content,
      rank,
      best_rating,
      selected,
    ]);
  const expected = [
    ["Memphis", 2, false, false],
    ["Nashville", 3, false, false],
    ["Chattanooga", 4, false, false],
    ["Knoxville", 1, true, true],
  ];
  expect(shown(body.options)).toEqual(expected);
  const count = await countOf(fixture);
  expect(body.counted_at).toBe(count.body.counted_at);
  const list = await gateway.request(`GET ${path}/options`, asOwner());
  expect(shown(list.body)).toEqual(expected);
});

test("without a method there is no count, and nothing in the results names one", async () => {
  const fixture = await election({});
  expect(await countOf(fixture)).toMatchObject({ status: 404, body: { code: "no_count" } });
  const { body } = await gateway.inPoll(fixture.poll, asOwner(), "GET /results");
  expect(body).not.toHaveProperty("counted_at");
  expect(body.options[1]).toMatchObject({ content: "Nashville", rank: 1, selected: true });
});

test("a poll without ballots elects nothing", async () => {
  const fixture = await pollOf(tennessee, { counting_method: "instant_runoff" });
  const { body } = await countOf(fixture);
  expect(body).toMatchObject({ winners: [], rounds: [], ballots: 0 });
});

test("a new vote is in the next count", async () => {
  const fixture = await election({ counting_method: "instant_runoff" });
  await countOf(fixture);
  await storeBallots(gateway.db, fixture.poll, fixture.options, [ranked(100, 0)]);
  const { body } = await countOf(fixture);
  expect(body.ballots).toBe(200);
  expect(namesIn(fixture, body.winners)).toEqual(["Memphis"]);
});

describe("what does not count", () => {
  test("fraudulent and unpaid participants, abstentions, held votes, options that are not approved", async () => {
    const fixture = await election({ counting_method: "instant_runoff" });
    const { poll, options } = fixture;
    const [memphis, , , knoxville] = options;
    if (memphis === undefined || knoxville === undefined) throw new Error("no options");
    const hidden = await buildOption(gateway.db, poll, {
      content: "Jackson",
      approvalState: "unreviewed",
    });
    for (const facts of [{ fraudulent: true }, { paid: false }]) {
      const by = await buildParticipant(gateway.db, poll, facts);
      await storeVotes(gateway.db, poll, [{ by, on: memphis, value: 1 }]);
    }
    const abstaining = await buildParticipant(gateway.db, poll);
    await storeVotes(gateway.db, poll, [{ by: abstaining, on: memphis }]);
    await storeVotes(gateway.db, poll, [{ on: hidden, value: 1 }]);
    const held = await buildParticipant(gateway.db, poll, { confirmedAt: null });
    await buildHeldVote(gateway.db, memphis, held, { type: "Votes::RankedVote" });
    const { body } = await countOf(fixture);
    expect(body).toMatchObject({ ballots: 100, abstaining: 1 });
    expect(body.rounds[0].tally).toHaveLength(4);
    expect(JSON.stringify(body)).not.toContain(hidden.publicId);
  });
});

describe("who reads the count", () => {
  test.each([
    ["results are hidden", { hide_results: true }],
    ["results come after closing", { results_visible: "after_closing" }],
    ["results come after an own vote", { results_visible: "after_own_vote" }],
    ["the best rating is hidden", { hidden_best_rating: true }],
    ["options are hidden", { hide_options: true }],
  ])("members get 404 while %s, admins the count", async (_case, settings) => {
    const fixture = await election({ counting_method: "instant_runoff", ...settings });
    expect(await countOf(fixture, asMember())).toMatchObject({
      status: 404,
      body: { code: "page_not_found" },
    });
    const admin = await gateway.request(
      `GET /api/v1/polls/${fixture.poll.adminHash}/results/count`,
      asOwner(),
    );
    expect(admin.status).toBe(200);
    const { body } = await gateway.inPoll(fixture.poll, asMember(), "GET /options");
    for (const option of body) expect(option).not.toHaveProperty("selected");
  });

  test("members read it where they read results, without ids of participants", async () => {
    const fixture = await election({ counting_method: "instant_runoff" });
    const { status, body, text } = await countOf(fixture, asMember());
    expect(status).toBe(200);
    expect(body.ballots).toBe(100);
    const participants = await gateway.db.prisma.participant.findMany({
      where: { pollId: fixture.poll.id },
    });
    expect(participants.filter(({ publicId }) => text.includes(publicId))).toEqual([]);
  });
});

describe("changes of the method", () => {
  test("a change after the first vote is said in the count, in which the new method counts", async () => {
    const fixture = await election({});
    expect((await update(fixture, { counting_method: "instant_runoff" })).status).toBe(200);
    const again = { counting_method: "instant_runoff", tie_break: ["earlier_option"] };
    expect((await update(fixture, again)).status).toBe(200);
    const { body } = await countOf(fixture);
    expect(body.changes).toEqual([
      {
        from: null,
        to: "instant_runoff",
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        sentence: "The counting method was changed from no method to instant runoff.",
      },
    ]);
    expect((await update(fixture, { counting_method: null })).status).toBe(200);
    expect((await countOf(fixture)).body.code).toBe("no_count");
  });

  test("a change before the first vote is not said", async () => {
    const fixture = await pollOf(tennessee, { counting_method: "borda" });
    await update(fixture, { counting_method: "instant_runoff" });
    expect((await countOf(fixture)).body.changes).toEqual([]);
  });

  test("equal ranks are taken where the method defines them, and then bind it", async () => {
    const fixture = await pollOf(tennessee, { counting_method: "schulze" });
    const { poll, options } = fixture;
    const voter = await buildParticipant(gateway.db, poll, { ownerKey: `user:${owner.id}` });
    const vote = (index: number, rank: number) =>
      gateway.inPoll(poll, asOwner(), "POST /votes", {
        voter_id: voter.publicId,
        option_id: options[index]?.publicId,
        vote: { vote: rank },
      });
    expect((await vote(0, 1)).status).toBe(201);
    expect((await vote(1, 1)).status).toBe(201);
    expect((await vote(2, 5)).status).toBe(422);
    for (const counting_method of ["borda", "instant_runoff", null]) {
      const { status, body } = await update(fixture, { counting_method });
      expect({ status, errors: body.errors }).toEqual({
        status: 422,
        errors: {
          counting_method: ["cannot be changed once there are votes with equal ranks"],
        },
      });
    }
    expect((await update(fixture, { counting_method: "ranked_pairs" })).status).toBe(200);
  });

  test("equal ranks are refused by other methods", async () => {
    const { poll, options } = await pollOf(tennessee, { counting_method: "instant_runoff" });
    const voter = await buildParticipant(gateway.db, poll, { ownerKey: `user:${owner.id}` });
    const vote = (index: number) =>
      gateway.request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
        ...asOwner(),
        body: { voter_id: voter.publicId, option_id: options[index]?.publicId, vote: { vote: 1 } },
      });
    expect((await vote(0)).status).toBe(201);
    expect(await vote(1)).toMatchObject({ status: 422, body: { code: "rank_taken" } });
  });
});

describe("ties", () => {
  // Settings: tie_break
  test("a draw publishes its seed, and is the same in each count", async () => {
    const fixture = await pollOf(["A", "B"], {});
    await update(fixture, { counting_method: "instant_runoff", tie_break: ["seed"] });
    await storeBallots(gateway.db, fixture.poll, fixture.options, [ranked(5, 0), ranked(5, 1)]);
    const { body } = await countOf(fixture);
    expect(body.seed).toMatch(/^[\w-]{22}$/);
    expect(body.ties).toMatchObject([{ by: ["seed"] }]);
    expect(body.rounds[0].sentence).toContain("a draw");
    await storeBallots(gateway.db, fixture.poll, fixture.options, [ranked(1, 0), ranked(1, 1)]);
    const again = await countOf(fixture);
    expect(again.body).toMatchObject({ winners: body.winners, seed: body.seed, ballots: 12 });
  });

  test("a copy of the poll has a seed of its own, and no changes", async () => {
    const fixture = await election({});
    await update(fixture, { counting_method: "instant_runoff", tie_break: ["seed"] });
    const before = await countOf(fixture);
    const copy = await gateway.request(`POST /api/v1/polls/${fixture.poll.adminHash}/duplicate`, {
      ...asOwner(),
    });
    const { body } = await gateway.request(
      `GET /api/v1/polls/${copy.body.member_hash}/results/count`,
      asOwner(),
    );
    expect(body.changes).toEqual([]);
    expect(body.seed).toMatch(/^[\w-]{22}$/);
    expect(body.seed).not.toBe(before.body.seed);
  });
});
