// Covers docs/reference/ratings.md: rating

import fc from "fast-check";
import { voteTypes } from "../vote-types";
import { takesPlace } from "../vote-values";
import { exactSum, tenThousandths } from "./exact-sum";
import {
  contributionOf,
  loserContributionOf,
  mergeTallyChanges,
  type OptionTallyChange,
  tallyChange,
  weightOf,
} from "./tally-change";
import { ordinaryParticipant, storedVote } from "./testing/ordinary";
import { type ListedVote, nothingUnlisted } from "./vote";

const participant = ordinaryParticipant();

/** Different votes of one participant: of all classes, categories and days, sold and compared. */
const votes: fc.Arbitrary<readonly ListedVote[]> = fc
  .uniqueArray(
    fc.record({
      type: fc.constantFrom(...voteTypes.names.filter((name) => name !== "Votes::PairwiseVote")),
      optionId: fc.bigInt({ min: 1n, max: 4n }),
      votingCategoryId: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
      voteDate: fc.constantFrom("2030-05-14", "2030-05-15", undefined),
      value: fc.oneof(
        fc.integer({ min: -3, max: 5 }),
        fc.integer({ min: -50_000, max: 50_000 }).map((units) => units / 10_000),
        fc.constant(undefined),
      ),
      text: fc.constantFrom("a", undefined),
      paidVotes: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
      loserOptionId: fc.constantFrom(undefined, 9n),
    }),
    {
      selector: ({ optionId, votingCategoryId, voteDate }) =>
        `${optionId}${votingCategoryId}${voteDate}`,
    },
  )
  .map((list) => list.map((vote, index) => storedVote({ ...vote, publicId: `v${index}` })));

/** Places are counted for votes without a day. */
const isPlace = (vote: ListedVote): boolean => vote.voteDate === undefined && takesPlace(vote);

/** The expected tallies, counted from the votes independently of the code under test. */
function recount(list: readonly ListedVote[]) {
  const sides = list
    .filter((vote) => weightOf(vote).counts)
    .flatMap((vote) => [
      { vote, optionId: vote.optionId, ...contributionOf(vote, participant) },
      ...(vote.loserOptionId === undefined
        ? []
        : [{ vote, optionId: vote.loserOptionId, ...loserContributionOf(vote, participant) }]),
    ]);
  const rows: OptionTallyChange[] = [];
  for (const optionId of [1n, 2n, 3n, 4n, 9n]) {
    for (const votingCategoryId of [0, 1, 2, 3]) {
      const mine = sides.filter(
        (side) =>
          side.optionId === optionId && (side.vote.votingCategoryId ?? 0) === votingCategoryId,
      );
      const voters =
        votingCategoryId === 0 && sides.some((side) => side.optionId === optionId) ? 1 : 0;
      const places =
        votingCategoryId === 0 && list.some((vote) => vote.optionId === optionId && isPlace(vote))
          ? 1
          : 0;
      if (mine.length === 0 && voters === 0 && places === 0) continue;
      rows.push({
        optionId,
        votingCategoryId,
        votes: mine.length,
        total: mine.reduce((sum, { total }) => Math.round((sum + total) * 10_000) / 10_000, 0),
        noes: mine.filter(({ noes }) => noes === 1).length,
        voters,
        places,
      });
    }
  }
  return { options: rows, ballots: new Set(sides.map(({ vote }) => vote.voteDate)).size };
}

const of = (list: readonly ListedVote[]) => ({ participant, votes: list });

describe("tallyChange", () => {
  test("from nothing to some votes equals a naive recount", () => {
    fc.assert(
      fc.property(votes, (list) => {
        expect(tallyChange(of([]), of(list))).toEqual(recount(list));
      }),
    );
  });

  test("the change of a vote among others equals the difference of two recounts", () => {
    const places = fc.array(fc.nat({ max: 6 }), { maxLength: 3 });
    fc.assert(
      fc.property(votes, places, places, (list, lost, lowered) => {
        const after = list
          .map((vote, index) => (lowered.includes(index) ? { ...vote, value: 1 } : vote))
          .filter((_, index) => !lost.includes(index));
        const changes = [recount(list), tallyChange(of(list), of(after))];
        expect(mergeTallyChanges(changes)).toEqual(recount(after));
      }),
    );
  });

  test("adding, then removing, is nothing", () => {
    fc.assert(
      fc.property(votes, votes, (before, after) => {
        const there = tallyChange(of(before), of(after));
        const back = tallyChange(of(after), of(before));
        expect(mergeTallyChanges([there, back])).toEqual({ options: [], ballots: 0 });
      }),
    );
  });

  test("one by one, in any order, equals all at once", () => {
    const shuffled = votes.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray([...list], { minLength: list.length })),
    );
    fc.assert(
      fc.property(shuffled, ([list, order]) => {
        const steps = order.map((_vote, index) =>
          tallyChange(of(order.slice(0, index)), of(order.slice(0, index + 1))),
        );
        expect(mergeTallyChanges(steps)).toEqual(tallyChange(of([]), of(list)));
      }),
    );
  });

  test("votes of a participant that does not count change places only; cleared, all count again", () => {
    fc.assert(
      fc.property(votes, (list) => {
        const fraudulent = { participant: { ...participant, fraudulent: true }, votes: list };
        const owing = { participant: { ...participant, paid: false }, votes: list };
        const nothing = { votes: 0, total: 0, noes: 0, voters: 0 };
        const uncounted = tallyChange({ ...fraudulent, votes: [] }, fraudulent);
        for (const row of uncounted.options) expect(row).toMatchObject({ ...nothing, places: 1 });
        expect(uncounted.ballots).toBe(0);
        expect(tallyChange(fraudulent, owing)).toEqual({ options: [], ballots: 0 });
        const cleared = tallyChange(fraudulent, of(list));
        expect(mergeTallyChanges([uncounted, cleared])).toEqual(recount(list));
      }),
    );
  });

  test("votes that are not listed make no second voter and no second ballot", () => {
    const vote = storedVote({ type: "Votes::UpVote" });
    const unlisted = {
      ...nothingUnlisted,
      optionIds: new Set([100n]),
      countingDays: new Set([undefined]),
    };
    expect(tallyChange(of([]), of([vote]), unlisted)).toEqual({
      options: [
        { optionId: 100n, votingCategoryId: 0, votes: 1, total: 1, noes: 0, voters: 0, places: 1 },
      ],
      ballots: 0,
    });
  });
});

test("changes that add up to the same total with fewer noes are a change", () => {
  const voteDate = "2030-05-15";
  const value = (one: number) =>
    storedVote({ type: "Votes::YesNoMaybeVote", value: one, voteDate });
  const changes = [
    tallyChange(of([value(0)]), of([value(2)])),
    tallyChange(of([value(2)]), of([value(1)])),
    tallyChange(of([value(2)]), of([value(1)])),
  ];
  expect(mergeTallyChanges(changes).options).toEqual([
    { optionId: 100n, votingCategoryId: 0, votes: 0, total: 0, noes: -1, voters: 0, places: 0 },
  ]);
});

test("an abstention has no weight", () => {
  expect(weightOf(storedVote({ type: "Votes::UpVote", value: undefined }))).toStrictEqual({
    counts: false,
    score: 0,
    saysNo: false,
  });
});

describe("contributionOf", () => {
  test.each<[string, Partial<ListedVote> & Pick<ListedVote, "type">, object]>([
    ["a yes", { type: "Votes::BooleanVote", value: 1 }, { votes: 1, total: 1, noes: 0 }],
    ["a no", { type: "Votes::BooleanVote", value: -1 }, { votes: 1, total: -1, noes: 1 }],
    ["an abstention", { type: "Votes::BooleanVote", value: 0 }, { votes: 0, total: 0, noes: 0 }],
    [
      "the no of yes, no, maybe",
      { type: "Votes::YesNoMaybeVote", value: 0 },
      { votes: 1, total: 0, noes: 1 },
    ],
    ["no stars", { type: "Votes::RatingVote", value: 0 }, { votes: 1, total: 0, noes: 0 }],
    [
      "an answer",
      { type: "Votes::TextVote", value: undefined, text: "a" },
      { votes: 1, total: 1, noes: 0 },
    ],
    [
      "unpaid votes",
      { type: "Votes::BooleanVote", value: 8, paidVotes: 0 },
      { votes: 0, total: 0, noes: 0 },
    ],
    [
      "the paid part",
      { type: "Votes::BooleanVote", value: 8, paidVotes: 5 },
      { votes: 1, total: 5, noes: 0 },
    ],
  ])("%s", (_case, vote, expected) => {
    expect(contributionOf(storedVote(vote), participant)).toEqual(expected);
  });
});

describe("exactSum", () => {
  test("of decimals leaves no error behind", () => {
    expect(exactSum(0.1, 0.2)).toBe(0.3);
    expect(exactSum(0.3, -0.1, -0.2)).toBe(0);
    expect(exactSum(-1.5, 0.25)).toBe(-1.25);
    expect(Object.is(exactSum(-0.5, 0.5), 0)).toBe(true);
    expect(exactSum(1, 0.1, 0.2)).toBe(1.3);
    expect(exactSum(1, 2)).toBe(3);
  });

  test("of large numbers is the nearest number", () => {
    const added = [2, 2].reduce((sum, one) => sum + one, Number.MAX_SAFE_INTEGER);
    expect(exactSum(Number.MAX_SAFE_INTEGER, 2, 2)).toBe(9_007_199_254_740_996);
    expect(added).toBe(9_007_199_254_740_994);
    expect(exactSum(9e15, 0.4, 0.4)).toBe(9e15 + 1);
  });

  test("any order gives the same", () => {
    const numbers = fc.array(fc.integer({ min: -1e9, max: 1e9 }).map((units) => units / 10_000));
    fc.assert(
      fc.property(numbers, (list) => {
        expect(exactSum(...list)).toBe(exactSum(...[...list].reverse()));
        expect(tenThousandths(exactSum(...list))).toBe(
          list.reduce((sum, value) => sum + tenThousandths(value), 0n),
        );
      }),
    );
  });
});
