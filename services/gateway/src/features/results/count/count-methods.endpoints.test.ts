// Covers docs/reference/polls.md: counting-method
// Covers docs/reference/results.md: count

import type { CountingMethod } from "@polls/domain/counting";
import readWorkbook from "read-excel-file/node";
import {
  namesIn,
  shareElections,
  tennessee,
  tennesseeBallots,
} from "../../../../testing/share-elections";
import { type Ballots, ranked, storeBallots } from "../../../../testing/store-ballots";

const { gateway, pollOf, asOwner, countOf, election } = shareElections();

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

  type Election = readonly [string, readonly Ballots[], number, readonly string[]];
  const elections: Readonly<Record<CountingMethod, Election>> = {
    borda: ["Votes::RankedVote", tennesseeBallots, 1, ["Nashville"]],
    instant_runoff: ["Votes::RankedVote", tennesseeBallots, 1, ["Knoxville"]],
    single_transferable: ["Votes::RankedVote", tennesseeBallots, 2, ["Memphis", "Nashville"]],
    ranked_pairs: ["Votes::RankedVote", tennesseeBallots, 1, ["Nashville"]],
    schulze: ["Votes::RankedVote", tennesseeBallots, 1, ["Nashville"]],
    ranked_robin: ["Votes::RankedVote", tennesseeBallots, 1, ["Nashville"]],
    average: ["Votes::RatingVote", grades, 1, ["Nashville"]],
    score: ["Votes::RangeVote", grades, 1, ["Nashville"]],
    star: ["Votes::RatingVote", grades, 1, ["Chattanooga"]],
    majority_judgment: ["Votes::RatingVote", grades, 1, ["Chattanooga"]],
    star_proportional: ["Votes::RatingVote", grades, 2, ["Nashville", "Chattanooga"]],
    approval: ["Votes::UpVote", approvals, 1, ["Nashville"]],
    sequential_phragmen: ["Votes::HeartVote", approvals, 2, ["Nashville", "Chattanooga"]],
  };

  test.each([
    ...Object.entries(elections).map(([method, election]) => [method, ...election] as const),
    ["approval", "Votes::BooleanVote", approvals, 2, ["Nashville", "Chattanooga"]] as const,
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

// Settings: counting_method, seats
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
  const { body: results } = await gateway.inPoll(fixture.poll, asOwner(), "GET /results");
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
