// Covers docs/reference/comparisons.md: rating
// Covers docs/reference/options.md: rank
// Covers docs/reference/ratings.md: average, best-and-selected, best-by, categories, lowest-resistance
// Covers docs/reference/ratings.md: points-of-ranks, rank, rating, targets

import fc from "fast-check";
import { decimalOf } from "../counting/fraction";
import { voteTypeAs, voteTypes } from "../vote-types";
import { takesNo } from "../vote-values";
import { bordaPoints } from "./borda-points";
import { compareRatios, meanOf, ratioOf } from "./ratio";
import type { CategoryCounts, RatingRules, Sibling } from "./scores";
import { rateSiblings } from "./testing/rate-siblings";

const rules = (type: string, difference: Partial<RatingRules> = {}): RatingRules => ({
  type: voteTypes.get(type),
  method: "average_by_voted",
  target: "best_option",
  ballots: 10,
  categoryIds: [],
  optionCount: 3,
  strengths: new Map(),
  assigned: new Set(),
  ...difference,
});

const counts = (
  votes: number,
  total: number,
  difference: Partial<CategoryCounts> = {},
): CategoryCounts => ({
  votingCategoryId: 0,
  votes,
  total,
  noes: 0,
  ...difference,
});

const sibling = (id: bigint, ...list: readonly CategoryCounts[]): Sibling => ({
  id,
  position: Number(id),
  picked: false,
  public: true,
  ranked: true,
  voters: list[0]?.votes ?? 0,
  counts: list,
});

const rate = (siblings: readonly Sibling[], by: RatingRules) => [
  ...rateSiblings(siblings, by).values(),
];
const ranks = (siblings: readonly Sibling[], by: RatingRules) =>
  rate(siblings, by).map(({ rank }) => rank);

describe("rating and average_rating", () => {
  test("average_by_voted divides by the ballots on the option, average_by_all by the ballots of the poll", () => {
    const option = sibling(1n, counts(3, 10));
    expect(rate([option], rules("Votes::RatingVote"))).toMatchObject([
      { rating: 10, averageRating: 3.3333 },
    ]);
    expect(rate([option], rules("Votes::RatingVote", { method: "average_by_all" }))).toMatchObject([
      { averageRating: 1 },
    ]);
  });

  test("the average is 0 while the divisor is 0", () => {
    expect(
      rate([sibling(1n)], rules("Votes::RatingVote", { ballots: 0, method: "average_by_all" })),
    ).toMatchObject([{ rating: 0, averageRating: 0, rank: 1, bestRating: false }]);
  });

  test("averages are compared without rounding", () => {
    const close = [
      sibling(1n, counts(3_000_000, 10_000_000)),
      sibling(2n, counts(3_000_000, 10_000_001)),
    ];
    expect(rate(close, rules("Votes::RatingVote"))).toMatchObject([
      { averageRating: 3.3333, rank: 2 },
      { averageRating: 3.3333, rank: 1 },
    ]);
  });

  test("equal averages of different counts share a rank", () => {
    const equal = [
      sibling(1n, counts(3, 0.3)),
      sibling(2n, counts(1, 0.1)),
      sibling(3n, counts(7, 0.7)),
    ];
    expect(ranks(equal, rules("Votes::NumberVote"))).toEqual([1, 1, 1]);
  });

  test.each(["Votes::TextVote", "Votes::DateVote"])(
    "%s has no average, rank, best or selected",
    (type) => {
      expect(rate([sibling(1n, counts(3, 3))], rules(type))).toMatchObject([
        {
          rating: 3,
          averageRating: undefined,
          rank: undefined,
          bestRating: undefined,
          selected: undefined,
        },
      ]);
    },
  );
});

describe("rank", () => {
  const boolean = rules("Votes::BooleanVote");

  test("uses the standard competition ranking 1, 2, 2, 4, with options without a counting vote last", () => {
    const list = [5, 3, 3, 1].map((total, index) => sibling(BigInt(index), counts(5, total)));
    expect(ranks([...list, sibling(9n)], boolean)).toEqual([1, 2, 2, 4, 5]);
  });

  test("an option with only negative votes ranks before one without votes", () => {
    expect(ranks([sibling(1n), sibling(2n, counts(2, -2))], boolean)).toEqual([2, 1]);
  });

  test("an option that is not ranked does not use up a rank", () => {
    const list = [{ ...sibling(1n, counts(9, 9)), ranked: false }, sibling(2n, counts(1, 1))];
    expect(rate(list, boolean)).toMatchObject([
      { rank: undefined, bestRating: false, selected: false },
      { rank: 1, bestRating: true, selected: true },
    ]);
  });

  test("the vote type decides between rating and average", () => {
    const many = sibling(1n, counts(4, 8));
    const good = sibling(2n, counts(1, 5));
    expect(ranks([many, good], rules("Votes::DotVote"))).toEqual([1, 2]);
    expect(ranks([many, good], rules("Votes::RatingVote"))).toEqual([2, 1]);
    expect(
      ranks([many, good], {
        ...rules("Votes::RatingVote"),
        type: voteTypeAs("Votes::RatingVote", true),
      }),
    ).toEqual([1, 2]);
  });
});

describe("best_rating and selected", () => {
  const tied = [sibling(1n, counts(2, 2)), sibling(2n, counts(2, 2)), sibling(3n, counts(1, 1))];

  test("every option on rank 1 is best and selected", () => {
    expect(
      rate(tied, rules("Votes::UpVote")).map(({ bestRating, selected }) => [bestRating, selected]),
    ).toEqual([
      [true, true],
      [true, true],
      [false, false],
    ]);
  });

  test("only picked options are selected when an admin picked one", () => {
    const [first, second, third] = tied as [Sibling, Sibling, Sibling];
    const picked = [first, second, { ...third, picked: true }];
    expect(rate(picked, rules("Votes::UpVote")).map(({ selected }) => selected)).toEqual([
      false,
      false,
      true,
    ]);
  });

  test("best_distribution: assigned options are selected", () => {
    const by = rules("Votes::UpVote", { target: "best_distribution", assigned: new Set([3n]) });
    expect(rate(tied, by).map(({ selected }) => selected)).toEqual([false, false, true]);
  });
});

describe("lowest_resistance", () => {
  test("the option with the fewest noes is best where votes can be a no; options without votes count as 0", () => {
    const list = [
      sibling(1n, counts(9, 5, { noes: 2 })),
      sibling(2n, counts(1, -1, { noes: 1 })),
      sibling(3n),
    ];
    const takingNo = voteTypes.all.filter(({ choices }) => takesNo(choices));
    expect(takingNo).not.toEqual([]);
    for (const { name: type } of takingNo) {
      expect(rate(list, rules(type, { target: "lowest_resistance" }))).toMatchObject([
        { rank: 3, bestRating: false },
        { rank: 2, bestRating: false },
        { rank: 1, bestRating: true },
      ]);
    }
  });

  test("for other vote types the option with the lowest rating is best", () => {
    const list = [sibling(1n, counts(2, 9)), sibling(2n, counts(2, 4))];
    expect(ranks(list, rules("Votes::RangeVote", { target: "lowest_resistance" }))).toEqual([2, 1]);
  });

  test("no option is best while the poll has no counting vote", () => {
    const by = rules("Votes::BooleanVote", { target: "lowest_resistance", ballots: 0 });
    expect(rate([sibling(1n)], by)).toMatchObject([{ rank: 1, bestRating: false }]);
  });
});

describe("voting categories", () => {
  const inCategory = (votingCategoryId: number, votes: number, total: number) =>
    counts(votes, total, { votingCategoryId });
  const by = rules("Votes::RatingVote", { categoryIds: [1, 2, 3] });

  test("the rating is the sum over categories, the average is the mean over categories with counting votes", () => {
    const option = sibling(1n, counts(0, 0), inCategory(1, 2, 10), inCategory(2, 4, 8));
    expect(rate([option], by)).toMatchObject([
      {
        rating: 18,
        averageRating: 3.5,
        categories: [
          { votingCategoryId: 1, rating: 10, averageRating: 5, bestRating: true },
          { votingCategoryId: 2, rating: 8, averageRating: 2, bestRating: true },
          { votingCategoryId: 3, rating: 0, averageRating: 0, bestRating: false },
        ],
      },
    ]);
  });

  test("rank and best use that mean, and each category has a best option", () => {
    const list = [
      sibling(1n, inCategory(1, 1, 5), inCategory(2, 1, 1)),
      sibling(2n, inCategory(1, 1, 4), inCategory(2, 1, 3)),
    ];
    const rated = rate(list, by);
    expect(rated.map(({ rank }) => rank)).toEqual([2, 1]);
    expect(rated.map(({ categories }) => categories.map(({ bestRating }) => bestRating))).toEqual([
      [true, false, false],
      [false, true, false],
    ]);
  });
});

describe("ranks", () => {
  test("a rank gives n - rank + 1 Borda points, at least 1", () => {
    expect(
      bordaPoints(
        new Map([
          [1, 2],
          [3, 1],
        ]),
        3,
      ),
    ).toBe(7);
    expect(bordaPoints(new Map([[5, 4]]), 3)).toBe(4);
    expect(bordaPoints(new Map(), 3)).toBe(0);
  });

  test("the rating uses the current number of options", () => {
    const option = sibling(
      1n,
      counts(3, 5, {
        distribution: new Map([
          [1, 2],
          [3, 1],
        ]),
      }),
    );
    expect(rate([option], rules("Votes::RankedVote", { optionCount: 4 }))).toMatchObject([
      { rating: 10 },
    ]);
  });
});

describe("comparisons", () => {
  test("rating is the number of wins, average is wins divided by comparisons, rank depends on strength", () => {
    const list = [sibling(1n, counts(4, 1)), sibling(2n, counts(4, 3)), sibling(3n)];
    const strengths = new Map([
      [1n, 0.5],
      [2n, 2],
      [3n, 1],
    ]);
    const by = rules("Votes::PairwiseVote", {
      strengths,
      method: "average_by_all",
      target: "lowest_resistance",
    });
    expect(rate(list, by)).toMatchObject([
      { rating: 1, averageRating: 0.25, rank: 2 },
      { rating: 3, averageRating: 0.75, rank: 1, bestRating: true },
      { rating: 0, averageRating: 0, rank: 3 },
    ]);
  });
});

const siblings = fc
  .array(
    fc.record({
      votes: fc.integer({ min: 0, max: 4 }),
      units: fc.integer({ min: -40_000, max: 40_000 }),
      picked: fc.boolean(),
      ranked: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((list) =>
    list.map(({ votes, units, ...rest }, index) => ({
      ...sibling(BigInt(index), counts(votes, votes === 0 ? 0 : units / 10_000)),
      ...rest,
    })),
  );

const targets = fc.constantFrom<RatingRules["target"]>(
  "best_option",
  "lowest_resistance",
  "best_distribution",
);

describe.each(voteTypes.names)("every vote type: %s", (type) => {
  test("ratings do not depend on the order of the options", () => {
    const shuffled = siblings.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(shuffled, targets, ([list, order], target) => {
        const by = rules(type, { target });
        const [one, other] = [rateSiblings(list, by), rateSiblings(order, by)];
        for (const { id } of list) expect(other.get(id)).toEqual(one.get(id));
      }),
      { numRuns: 50 },
    );
  });

  test("ranks are between 1 and the number of ranked options, and best is rank 1", () => {
    fc.assert(
      fc.property(siblings, targets, (list, target) => {
        const rated = rate(list, rules(type, { target }));
        const ranked = list.filter((option) => option.ranked).length;
        for (const { rank, bestRating } of rated) {
          if (rank !== undefined) {
            expect(rank).toBeGreaterThanOrEqual(1);
            expect(rank).toBeLessThanOrEqual(ranked);
          }
          if (bestRating) expect(rank).toBe(1);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe("fractions", () => {
  test("small fractions are compared exactly", () => {
    expect(compareRatios(ratioOf(1, 3), ratioOf(0.3333, 1))).toBe(1);
    expect(compareRatios(ratioOf(2, 6), ratioOf(1, 3))).toBe(0);
    expect(compareRatios(meanOf([ratioOf(1, 3), ratioOf(2, 3)]), ratioOf(1, 2))).toBe(0);
    expect(compareRatios(meanOf([]), ratioOf(0, 7))).toBe(0);
  });

  test("fractions of any size are compared exactly", () => {
    const part = fc.integer({ min: -(2 ** 26), max: 2 ** 26 });
    const divisor = fc.integer({ min: 1, max: 2 ** 26 });
    fc.assert(
      fc.property(part, divisor, fc.integer({ min: -2, max: 2 }), (n, d, apart) => {
        const [one, other] = [ratioOf(n, d), ratioOf(n + apart, d + 1)];
        const exactly = one.numerator * other.denominator - other.numerator * one.denominator;
        expect(compareRatios(one, other)).toBe(Math.sign(Number(exactly)));
        expect(compareRatios(ratioOf(3 * n, 3 * d), one)).toBe(0);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    [1, 3, 0.3333],
    [2, 3, 0.6667],
    [-2, 3, -0.6667],
    [1, 20_000, 0.0001],
    [-1, 20_000, -0.0001],
    [1, 20_001, 0],
    [5, 0, 0],
  ])("%d / %d is shown as %d", (dividend, divisor, shown) => {
    expect(decimalOf(ratioOf(dividend, divisor))).toBe(shown);
  });
});
