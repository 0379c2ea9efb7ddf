// Covers docs/reference/polls.md: counting-method
// Covers docs/reference/results.md: count, who-reads-the-count
// Covers docs/reference/votes.md: unique-ranks
// Covers docs/reference/ratings.md: best-and-selected

import type { Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { buildOption, buildParticipant, buildPoll, type PollFacts } from "@polls/testing";
import readWorkbook from "read-excel-file/node";
import { shareAccount, shareGateway } from "../../../../testing/share-gateway";
import { type Ballots, ranked, storeBallots } from "../../../../testing/store-ballots";
import { storeVotes } from "../../../../testing/store-votes";

const gateway = shareGateway();
const owner = shareAccount(gateway);

interface Fixture {
  readonly poll: Poll;
  readonly options: readonly Option[];
}

async function pollOf(
  names: readonly string[],
  settings: Readonly<Record<string, unknown>>,
  facts: PollFacts = {},
): Promise<Fixture> {
  const poll = await buildPoll(gateway.db, {
    ownerAccountId: owner.id,
    ...facts,
    settings: { vote_type: "Votes::RankedVote", ...settings },
  });
  const options: Option[] = [];
  for (const content of names) options.push(await buildOption(gateway.db, poll, { content }));
  return { poll, options };
}

const asOwner = () => ({ token: owner.privateToken });
const asMember = () => ({ token: owner.publicToken, identifier: "ada" });

const countOf = ({ poll }: Fixture, caller: object = asOwner()) =>
  gateway.request(`GET /api/v1/polls/${poll.memberHash}/results/count`, caller);

const update = ({ poll }: Fixture, settings: object) =>
  gateway.request(`PATCH /api/v1/polls/${poll.adminHash}`, {
    ...asOwner(),
    body: { poll: settings },
  });

/** Names in place of ids. */
const namesIn = ({ options }: Fixture, ids: readonly string[]) =>
  ids.map((id) => options.find(({ publicId }) => publicId === id)?.content);

const tennessee = ["Memphis", "Nashville", "Chattanooga", "Knoxville"];
const tennesseeBallots: readonly Ballots[] = [
  ranked(42, 0, 1, 2, 3),
  ranked(26, 1, 2, 3, 0),
  ranked(15, 2, 3, 1, 0),
  ranked(17, 3, 2, 1, 0),
];

async function election(settings: Readonly<Record<string, unknown>>): Promise<Fixture> {
  const fixture = await pollOf(tennessee, settings);
  await storeBallots(gateway.db, fixture.poll, fixture.options, tennesseeBallots);
  return fixture;
}

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
  const { body } = await gateway.request(
    `GET /api/v1/polls/${fixture.poll.memberHash}/results`,
    asOwner(),
  );
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
    await gateway.db.prisma.heldVote.create({
      data: {
        publicId: "held-vote",
        pollId: poll.id,
        participantId: held.id,
        optionId: memphis.id,
        type: "Votes::RankedVote",
        value: 1,
      },
    });
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
    const { body } = await gateway.request(
      `GET /api/v1/polls/${fixture.poll.memberHash}/options`,
      asMember(),
    );
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
      gateway.request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
        ...asOwner(),
        body: {
          voter_id: voter.publicId,
          option_id: options[index]?.publicId,
          vote: { vote: rank },
        },
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

describe("every method", () => {
  const grades: readonly Ballots[] = [
    [4, [5, 4, 0, 1]],
    [3, [0, 3, 5, 2]],
    [2, [1, 0, 4, 5]],
  ];
  const approvals: readonly Ballots[] = [
    [4, [1, 1, undefined, undefined]],
    [3, [undefined, 1, 1, undefined]],
    [2, [undefined, undefined, 1, 1]],
  ];

  test.each<[string, string, readonly Ballots[], number, readonly string[]]>([
    ["borda", "Votes::RankedVote", tennesseeBallots, 1, ["Nashville"]],
    ["instant_runoff", "Votes::RankedVote", tennesseeBallots, 1, ["Knoxville"]],
    ["single_transferable", "Votes::RankedVote", tennesseeBallots, 2, ["Memphis", "Nashville"]],
    ["ranked_pairs", "Votes::RankedVote", tennesseeBallots, 1, ["Nashville"]],
    ["schulze", "Votes::RankedVote", tennesseeBallots, 1, ["Nashville"]],
    ["ranked_robin", "Votes::RankedVote", tennesseeBallots, 1, ["Nashville"]],
    ["average", "Votes::RatingVote", grades, 1, ["Nashville"]],
    ["score", "Votes::RangeVote", grades, 1, ["Nashville"]],
    ["star", "Votes::RatingVote", grades, 1, ["Chattanooga"]],
    ["majority_judgment", "Votes::RatingVote", grades, 1, ["Chattanooga"]],
    ["star_proportional", "Votes::RatingVote", grades, 2, ["Nashville", "Chattanooga"]],
    ["approval", "Votes::UpVote", approvals, 1, ["Nashville"]],
    ["approval", "Votes::BooleanVote", approvals, 2, ["Nashville", "Chattanooga"]],
    ["sequential_phragmen", "Votes::HeartVote", approvals, 2, ["Nashville", "Chattanooga"]],
  ])(
    "%s of %s has sentences in each language",
    async (counting_method, vote_type, ballots, seats, elected) => {
      const fixture = await pollOf(tennessee, { vote_type, counting_method, seats });
      await storeBallots(gateway.db, fixture.poll, fixture.options, ballots);
      const { status, body } = await countOf(fixture);
      expect(status).toBe(200);
      expect(namesIn(fixture, body.winners)).toEqual(elected);
      const de = await countOf(fixture, { ...asOwner(), headers: { "Accept-Language": "de" } });
      for (const { rounds, sentence } of [body, de.body]) {
        expect(rounds.length).toBeGreaterThan(0);
        for (const text of [
          sentence,
          ...rounds.map((each: { sentence: string }) => each.sentence),
        ]) {
          expect(text).toMatch(/^[\p{Lu}\d“„].*\.$/u);
          expect(text).not.toMatch(/undefined|NaN|\(\)| {2}/);
        }
      }
      expect(de.body.sentence).not.toBe(body.sentence);
    },
  );

  test("of yes, maybe and no, only yes is an approval, and a no counts as a ballot", async () => {
    const fixture = await pollOf(["A", "B"], {
      vote_type: "Votes::YesNoMaybeVote",
      counting_method: "approval",
    });
    await storeBallots(gateway.db, fixture.poll, fixture.options, [
      [2, [1, 2]],
      [3, [1, 0]],
      [1, [2, 1]],
    ]);
    const { body } = await countOf(fixture);
    expect(body.ballots).toBe(6);
    expect(body.rounds[0].tally.map(({ votes }: { votes: string }) => votes)).toEqual(["1", "2"]);
  });
});

test.each([
  ["en", 4, 20, "All 4 options are elected, for 20 seats."],
  ["de", 4, 20, "Alle 4 Optionen sind gewählt, für 20 Plätze."],
  ["en", 2, 3, "2 of 4 options are elected, for 3 seats."],
  ["de", 2, 3, "2 von 4 Optionen sind gewählt, für 3 Plätze."],
  ["en", 1, 3, "1 of 4 options is elected, for 3 seats."],
  ["de", 1, 3, "1 von 4 Optionen ist gewählt, für 3 Plätze."],
  ["en", 4, 3, "3 options are elected."],
])(
  "the sentence tells how many are elected, in %s: %s with a vote, for %s seats",
  async (language, chosen, seats, sentence) => {
    const fixture = await pollOf(tennessee, {
      vote_type: "Votes::HeartVote",
      counting_method: "sequential_phragmen",
      seats,
    });
    const ballot = tennessee.map((_, index) => (index < chosen ? 1 : undefined));
    await storeBallots(gateway.db, fixture.poll, fixture.options, [[2, ballot]]);
    const { body } = await countOf(fixture, {
      ...asOwner(),
      headers: { "Accept-Language": language },
    });
    expect(body.sentence.endsWith(` ${sentence}`)).toBe(true);
  },
);

test("before the first count of a large poll no option is best or selected, and a client waits a second", async () => {
  const large = async () => {
    const names = Array.from({ length: 31 }, (_, index) => `Option ${index}`);
    const fixture = await pollOf(names, { counting_method: "borda" });
    await storeBallots(gateway.db, fixture.poll, fixture.options, [ranked(1, 0, 1)]);
    return fixture;
  };
  const { status, headers } = await countOf(await large());
  expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
  const { poll } = await large();
  const { body } = await gateway.request(`GET /api/v1/polls/${poll.memberHash}/options`, asOwner());
  expect(body[0]).toMatchObject({ best_rating: false, selected: false });
  expect(body[0]).not.toHaveProperty("rank");
});

test.each([
  ["en", "The surplus of “Memphis”, 1 vote, moves on", "1 of 1 vote,"],
  ["de", "Der Überschuss von „Memphis“, 1 Stimme, geht weiter", "1 von 1 Stimme,"],
])("one vote is one vote, in %s", async (language, surplus, majority) => {
  const inLanguage = { ...asOwner(), headers: { "Accept-Language": language } };
  const several = await pollOf(tennessee, { counting_method: "single_transferable", seats: 2 });
  await storeBallots(gateway.db, several.poll, several.options, [
    ranked(3, 0, 1),
    ranked(1, 1),
    ranked(1, 2),
  ]);
  const first = await countOf(several, inLanguage);
  expect(first.body.rounds[0].sentence).toContain(surplus);

  const single = await pollOf(tennessee, { counting_method: "instant_runoff" });
  await storeBallots(gateway.db, single.poll, single.options, [ranked(1, 0, 1)]);
  const second = await countOf(single, inLanguage);
  expect(second.body.rounds[0].sentence).toContain(majority);
});

test("three of five foods are elected by the single transferable vote, with the quota of Droop", async () => {
  const foods = ["Orange", "Pear", "Chocolate", "Strawberry", "Sweets"];
  const fixture = await pollOf(foods, { counting_method: "single_transferable", seats: 3 });
  await storeBallots(gateway.db, fixture.poll, fixture.options, [
    ranked(4, 0),
    ranked(2, 1, 0),
    ranked(8, 2, 3),
    ranked(4, 2, 4),
    ranked(1, 3),
    ranked(1, 4),
  ]);
  const { body } = await countOf(fixture);
  expect(body).toMatchObject({ quota: "6", quota_decimal: 6, seats: 3, ballots: 20 });
  expect(namesIn(fixture, body.winners)).toEqual(["Chocolate", "Orange", "Strawberry"]);
  const { body: results } = await gateway.request(
    `GET /api/v1/polls/${fixture.poll.memberHash}/results`,
    asOwner(),
  );
  const shown = results.options.map(
    ({ content, rank, best_rating, selected }: Record<string, unknown>) => [
      content,
      rank,
      best_rating,
      selected,
    ],
  );
  expect(shown.slice(0, 4)).toEqual([
    ["Orange", 2, true, true],
    ["Pear", 5, false, false],
    ["Chocolate", 1, true, true],
    ["Strawberry", 3, true, true],
  ]);
});

test("the workbook has the rounds of the count", async () => {
  const fixture = await election({ counting_method: "instant_runoff" });
  const { body } = await countOf(fixture);
  const exported = await gateway.request(
    `GET /api/v1/polls/${fixture.poll.adminHash}/export.xlsx`,
    asOwner(),
  );
  const sheets = await readWorkbook(exported.bytes);
  const rows = sheets.find(({ sheet }) => sheet === "Count")?.data ?? [];
  expect(rows[1]).toEqual([
    1,
    fixture.options[0]?.publicId,
    "Memphis",
    42,
    "42",
    2,
    null,
    body.rounds[0].sentence,
  ]);
  expect(rows.slice(1)).toHaveLength(4 + 3 + 2);
});
