// Covers docs/reference/options.md: order

import fc from "fast-check";
import { voteTypes } from "../vote-types";
import {
  type ListKey,
  listOrderName,
  ordered,
  type Ranking,
  rankingOf,
  type ScoredOption,
  scoreOption,
  withChanges,
} from "./ranking";
import { ratingOf } from "./rating";
import type { RatingRules, Sibling } from "./scores";
import { atOnce, rateSiblings } from "./testing/rate-siblings";

const types = ["Votes::RatingVote", "Votes::BooleanVote", "Votes::UpVote", "Votes::TextVote"];

const allRules: fc.Arbitrary<RatingRules> = fc.record({
  type: fc.constantFrom(...types).map((name) => voteTypes.get(name)),
  method: fc.constantFrom("average_by_voted", "average_by_all"),
  target: fc.constantFrom("best_option", "lowest_resistance"),
  ballots: fc.constantFrom(1, 7),
  categoryIds: fc.constantFrom([], [1, 2]),
  optionCount: fc.constant(3),
  strengths: fc.constant(new Map()),
  assigned: fc.constant(new Set<bigint>()),
});

const plain: RatingRules = {
  type: voteTypes.get("Votes::RatingVote"),
  method: "average_by_voted",
  target: "best_option",
  ballots: 9,
  categoryIds: [],
  optionCount: 3,
  strengths: new Map(),
  assigned: new Set(),
};

const siblings: fc.Arbitrary<readonly Sibling[]> = fc.uniqueArray(
  fc.record({
    id: fc.bigInt({ min: 1n, max: 30n }),
    position: fc.integer({ min: 1, max: 9 }),
    picked: fc.constantFrom(false, false, false, true),
    public: fc.boolean(),
    ranked: fc.boolean(),
    voters: fc.constant(0),
    counts: fc.uniqueArray(
      fc.record({
        votingCategoryId: fc.integer({ min: 0, max: 2 }),
        votes: fc.integer({ min: 0, max: 3 }),
        total: fc.integer({ min: -4, max: 6 }),
        noes: fc.integer({ min: 0, max: 2 }),
      }),
      { maxLength: 3, selector: ({ votingCategoryId }) => votingCategoryId },
    ),
  }),
  { selector: ({ id }) => id, maxLength: 20 },
);

const lists = (["all", "public"] as const).flatMap((which) =>
  (["rating", "average_rating"] as const).map((key) => listOrderName(key, which)),
);

const made = (list: readonly Sibling[], rules: RatingRules) => {
  const entries = list.map((sibling) => scoreOption(sibling, rules));
  return withLists(atOnce(rankingOf(entries, rules)));
};

const withLists = (ranking: Ranking): Ranking => ({
  ...ranking,
  orders: new Map([
    ...ranking.orders,
    ...lists.map((name) => [name, atOnce(ordered(ranking, name))] as const),
  ]),
});

test("a ranking after changes equals a new ranking", () => {
  fc.assert(
    fc.property(siblings, siblings, allRules, (before, after, rules) => {
      const kept = after.filter((_, index) => index % 3 === 0).map(({ id }) => id);
      const unchanged = before.filter(({ id }) => kept.includes(id));
      const now = [
        ...after.filter(({ id }) => !unchanged.some((one) => one.id === id)),
        ...unchanged,
      ];
      const ids = [...before, ...after]
        .map(({ id }) => id)
        .filter((id) => !unchanged.some((one) => one.id === id));
      const current = now
        .filter(({ id }) => ids.includes(id))
        .map((one) => scoreOption(one, rules));
      const next = atOnce(
        withChanges(made(before, rules), { ids: [...new Set(ids)], current }, rules),
      );
      expect(next).toEqual(made(now, rules));
      for (const sibling of now) {
        expect(ratingOf(next, sibling, rules)).toEqual(rateSiblings(now, rules).get(sibling.id));
      }
    }),
    { numRuns: 200 },
  );
});

test("a rank is the number of better options plus one", () => {
  fc.assert(
    fc.property(siblings, allRules, (list, rules) => {
      fc.pre(rules.type.bestBy === "rating" && rules.target === "best_option");
      const ratings = rateSiblings(list, rules);
      const voted = ({ counts }: Sibling) =>
        (rules.categoryIds.length === 0 ? [0] : rules.categoryIds).reduce(
          (sum, id) => sum + (counts.find((one) => one.votingCategoryId === id)?.votes ?? 0),
          0,
        );
      for (const one of list.filter(({ ranked }) => ranked)) {
        const better = list.filter(
          (other) =>
            other.ranked &&
            voted(other) > 0 &&
            (voted(one) === 0 ||
              (ratings.get(other.id)?.rating ?? 0) > (ratings.get(one.id)?.rating ?? 0)),
        );
        expect(ratings.get(one.id)?.rank).toBe(better.length + 1);
      }
    }),
    { numRuns: 200 },
  );
});

test("an option that is missing in the ranking is placed by its counts", () => {
  const rules = { ...plain, type: voteTypes.get("Votes::UpVote") };
  const sibling = (id: bigint, total: number): Sibling => ({
    id,
    position: Number(id),
    picked: false,
    public: true,
    ranked: true,
    voters: total,
    counts: [{ votingCategoryId: 0, votes: total, total, noes: 0 }],
  });
  const ranking = made([sibling(1n, 5), sibling(2n, 1)], rules);
  expect(ratingOf(ranking, sibling(3n, 3), rules)).toMatchObject({ rating: 3, rank: 2 });
});

describe("the order of a list", () => {
  test.each<ListKey>(["rating", "average_rating"])(
    "%s: the best first; ties by position, then id",
    (key) => {
      const entry = (id: bigint, position: number, votes: number, total: number): ScoredOption =>
        scoreOption(
          {
            id,
            position,
            picked: false,
            public: id !== 5n,
            ranked: true,
            voters: votes,
            counts: [{ votingCategoryId: 0, votes, total, noes: 0 }],
          },
          plain,
        );
      const entries = [
        entry(4n, 9, 0, 0),
        entry(3n, 2, 1, 1),
        entry(5n, 1, 1, 1),
        entry(2n, 3, 2, 4),
        entry(1n, 2, 1, 1),
      ];
      const { orders } = withLists(atOnce(rankingOf(entries, plain)));
      const ids = (which: "all" | "public") =>
        orders.get(listOrderName(key, which))?.map(({ id }) => id);
      expect(ids("all")).toEqual([2n, 5n, 1n, 3n, 4n]);
      expect(ids("public")).toEqual([2n, 1n, 3n, 4n]);
    },
  );
});
