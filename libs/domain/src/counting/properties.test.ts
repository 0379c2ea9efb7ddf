// Covers docs/reference/counting.md: methods, single-transferable-vote, proportional-star

import fc from "fast-check";
import {
  type Ballot,
  type Count,
  type CountingMethod,
  type CountRequest,
  compareFractions,
  countBallots,
  countingMethods,
  type Fraction,
  fraction,
  methods,
} from "./index";
import { sha256 } from "./testing/elections";

const RUNS = { numRuns: 300 };
const request = (
  method: CountingMethod,
  optionCount: number,
  ballots: readonly Ballot[],
  more: Partial<CountRequest> = {},
): CountRequest => ({
  method,
  optionCount,
  seats: 1,
  tieBreak: ["earlier_option"],
  seed: "seed",
  sha256,
  scale: { min: 0, max: 5 },
  ballots,
  abstaining: 0,
  ...more,
});

/** Marks of one ballot, from 0 on: undefined leaves an option out. */
const marked = (marks: readonly (number | undefined)[]) =>
  new Map(marks.flatMap((mark, option) => (mark === undefined ? [] : [[option, mark] as const])));

const counts = fc.integer({ min: 1, max: 9 });
const ballotsWith = (marks: fc.Arbitrary<Map<number, number>>): fc.Arbitrary<readonly Ballot[]> =>
  fc.array(fc.record({ count: counts, marks }), { minLength: 1, maxLength: 12 });

/** Distinct ranks; options at the end may be left out. */
const strictMarks = (optionCount: number) =>
  fc
    .shuffledSubarray(
      Array.from({ length: optionCount }, (_, option) => option),
      { minLength: 1 },
    )
    .map((order) => new Map(order.map((option, index) => [option, index + 1])));
const freeMarks = (optionCount: number, from: number, to: number) =>
  fc
    .array(fc.option(fc.integer({ min: from, max: to }), { nil: undefined }), {
      minLength: optionCount,
      maxLength: optionCount,
    })
    .map(marked);
const marksOf: Readonly<
  Record<"ranks" | "scores" | "approvals", (size: number) => fc.Arbitrary<Map<number, number>>>
> = {
  ranks: strictMarks,
  scores: (size) => freeMarks(size, 0, 5),
  approvals: (size) => freeMarks(size, 1, 1),
};

const sizes = fc.integer({ min: 1, max: 6 });
const elections = (method: CountingMethod) =>
  sizes.chain((optionCount) =>
    fc.record({
      optionCount: fc.constant(optionCount),
      ballots: ballotsWith(
        methods[method].equalRanks && methods[method].ballots === "ranks"
          ? freeMarks(optionCount, 1, optionCount)
          : marksOf[methods[method].ballots](optionCount),
      ),
      seats: fc.integer({ min: 1, max: 7 }),
    }),
  );

const add = (one: Fraction, other: Fraction): Fraction =>
  fraction(
    one.numerator * other.denominator + other.numerator * one.denominator,
    one.denominator * other.denominator,
  );
const zero = fraction(0n);
const sum = (all: readonly Fraction[]): Fraction => all.reduce(add, zero);
const total = (ballots: readonly Ballot[]): number =>
  ballots.filter(({ marks }) => marks.size > 0).reduce((all, { count }) => all + count, 0);
const winnerOf = ({ winners }: Count): number | undefined => winners[0];

describe.each(countingMethods)("%s", (method) => {
  test("puts each option in the order once, and the elected first", () => {
    fc.assert(
      fc.property(elections(method), ({ optionCount, ballots, seats }) => {
        const result = countBallots(request(method, optionCount, ballots, { seats }));
        expect([...result.order].sort((one, other) => one - other)).toEqual(
          Array.from({ length: optionCount }, (_, option) => option),
        );
        expect(result.order.slice(0, result.winners.length)).toEqual(result.winners);
        expect(result.rounds.flatMap(({ elected }) => elected)).toEqual(result.winners);
      }),
      RUNS,
    );
  });

  test("counts alike ballots as that many single ballots, in any order", () => {
    fc.assert(
      fc.property(elections(method), ({ optionCount, ballots, seats }) => {
        const single = ballots
          .flatMap(({ count, marks }) => Array.from({ length: count }, () => ({ count: 1, marks })))
          .reverse();
        expect(countBallots(request(method, optionCount, single, { seats }))).toEqual(
          countBallots(request(method, optionCount, ballots, { seats })),
        );
      }),
      RUNS,
    );
  });
});

describe.each(["instant_runoff", "single_transferable"] as const)("%s", (method) => {
  test("keeps all votes: those of options and exhausted ones are the ballots in each round", () => {
    fc.assert(
      fc.property(elections(method), ({ optionCount, ballots, seats }) => {
        const { rounds, exhausted } = countBallots(
          request(method, optionCount, ballots, { seats }),
        );
        for (const round of rounds) {
          const votes = sum([...round.tally.map((one) => one.votes), round.exhausted]);
          expect(votes).toEqual(fraction(BigInt(total(ballots))));
        }
        const moved = rounds.flatMap(({ transfers }) => transfers);
        const lost = sum(moved.filter(({ to }) => to === null).map(({ votes }) => votes));
        expect(exhausted).toEqual(lost);
      }),
      RUNS,
    );
  });
});

/** The option that more ballots prefer to each other option. */
function condorcetWinner(ballots: readonly Ballot[], optionCount: number): number | undefined {
  const options = Array.from({ length: optionCount }, (_, option) => option);
  const preferring = (one: number, other: number) =>
    ballots.reduce((sum, { count, marks }) => {
      const rank = (option: number) => marks.get(option) ?? Number.POSITIVE_INFINITY;
      return sum + (rank(one) < rank(other) ? count : 0);
    }, 0);
  return options.find((one) =>
    options.every((other) => one === other || preferring(one, other) > preferring(other, one)),
  );
}

describe.each(["schulze", "ranked_pairs", "ranked_robin"] as const)("%s", (method) => {
  test("elects the option that beats each other option, also with equal ranks and gaps", () => {
    let seen = 0;
    fc.assert(
      fc.property(elections(method), ({ optionCount, ballots }) => {
        const winner = condorcetWinner(ballots, optionCount);
        fc.pre(winner !== undefined && total(ballots) > 0);
        seen += 1;
        expect(winnerOf(countBallots(request(method, optionCount, ballots)))).toBe(winner);
      }),
      RUNS,
    );
    expect(seen).toBeGreaterThan(0);
  });
});

describe.each([
  "instant_runoff",
  "single_transferable",
  "schulze",
  "ranked_pairs",
  "ranked_robin",
] as const)("%s", (method) => {
  test("elects the option that more than half of the ballots rank first", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 6 }).chain((optionCount) =>
          fc.record({
            optionCount: fc.constant(optionCount),
            favorite: fc.integer({ min: 0, max: optionCount - 1 }),
            ballots: ballotsWith(strictMarks(optionCount)),
            order: strictMarks(optionCount),
          }),
        ),
        ({ optionCount, favorite, ballots, order }) => {
          const rest = [...order.keys()].filter((option) => option !== favorite);
          const marks = new Map([favorite, ...rest].map((option, index) => [option, index + 1]));
          const all = [...ballots, { count: total(ballots) + 1, marks }];
          expect(winnerOf(countBallots(request(method, optionCount, all)))).toBe(favorite);
        },
      ),
      RUNS,
    );
  });
});

test("one seat by single transferable vote goes to the winner of the instant runoff", () => {
  fc.assert(
    fc.property(elections("instant_runoff"), ({ optionCount, ballots }) => {
      // With exhausted ballots the runoff ends earlier, but with the same winner.
      const runoff = countBallots(request("instant_runoff", optionCount, ballots));
      const transferable = countBallots(request("single_transferable", optionCount, ballots));
      expect(transferable.winners).toEqual(runoff.winners);
    }),
    RUNS,
  );
});

/** One ballot of the election is changed in favor of an option. */
const raised = (method: CountingMethod) =>
  elections(method).chain((election) =>
    fc.record({
      election: fc.constant(election),
      at: fc.integer({ min: 0, max: election.ballots.length - 1 }),
    }),
  );

describe.each(["borda", "schulze", "ranked_pairs", "ranked_robin"] as const)("%s", (method) => {
  test("an elected option stays elected when a ballot ranks it higher", () => {
    fc.assert(
      fc.property(raised(method), ({ election: { optionCount, ballots }, at }) => {
        fc.pre(total(ballots) > 0);
        const winner = winnerOf(countBallots(request(method, optionCount, ballots)));
        const better = ballots.map(({ count, marks }, index) => {
          if (index !== at || winner === undefined) return { count, marks };
          const others = [...marks].filter(([option]) => option !== winner);
          const shift = method === "borda" ? (marks.get(winner) ?? optionCount) : 0;
          const lower = others.map(
            ([option, rank]) => [option, rank < shift || shift === 0 ? rank + 1 : rank] as const,
          );
          return { count, marks: new Map([[winner, 1], ...lower]) };
        });
        expect(winnerOf(countBallots(request(method, optionCount, better)))).toBe(winner);
      }),
      RUNS,
    );
  });
});

describe.each(["score", "approval", "majority_judgment"] as const)("%s", (method) => {
  test("who gives a favorite the best mark elects the favorite or what was elected before", () => {
    fc.assert(
      fc.property(
        raised(method),
        fc.nat(),
        ({ election: { optionCount, ballots }, at }, favoriteAt) => {
          fc.pre((ballots[at]?.marks.size ?? 0) > 0);
          const favorite = favoriteAt % optionCount;
          const best = method === "approval" ? 1 : 5;
          const before = winnerOf(countBallots(request(method, optionCount, ballots)));
          const honest = ballots.map(({ count, marks }, index) => ({
            count,
            marks: index === at ? new Map([...marks, [favorite, best]]) : marks,
          }));
          const after = winnerOf(countBallots(request(method, optionCount, honest)));
          expect([favorite, before]).toContain(after);
        },
      ),
      RUNS,
    );
  });
});

describe.each(["instant_runoff", "schulze", "ranked_pairs"] as const)("%s", (method) => {
  test("a clone of an option changes nothing but which of the clones is elected", () => {
    let seen = 0;
    fc.assert(
      fc.property(elections(method), fc.nat(), ({ optionCount, ballots }, clonedAt) => {
        fc.pre(total(ballots) > 0);
        const cloned = clonedAt % optionCount;
        const clone = optionCount;
        const withClone = ballots.map(({ count, marks }) => {
          const rank = marks.get(cloned);
          if (rank === undefined) return { count, marks };
          // No option stands between the clones, so they are equal where others are equal to one.
          const shared = [...marks].filter(([, other]) => other === rank).length > 1;
          if (shared) return { count, marks: new Map([...marks, [clone, rank]]) };
          const moved = [...marks].map(
            ([option, other]) => [option, other > rank ? other + 1 : other] as const,
          );
          return { count, marks: new Map([...moved, [clone, rank + 1]]) };
        });
        const before = countBallots(request(method, optionCount, ballots));
        const after = countBallots(request(method, optionCount + 1, withClone));
        // A tie is decided by the order of options, of which a clone is a part.
        fc.pre(before.ties.length === 0 && after.ties.length === 0);
        seen += 1;
        const winner = winnerOf(after);
        expect(winner === clone ? cloned : winner).toBe(winnerOf(before));
      }),
      RUNS,
    );
    expect(seen).toBeGreaterThan(0);
  });
});

test("majority judgment compares as the removal of one median grade after the other", () => {
  const removed = (grades: readonly number[]): readonly number[] => {
    const left = [...grades].sort((one, other) => one - other);
    const medians: number[] = [];
    while (left.length > 0) medians.push(...left.splice(Math.floor((left.length - 1) / 2), 1));
    return medians;
  };
  fc.assert(
    fc.property(elections("majority_judgment"), ({ optionCount, ballots }) => {
      const given = ballots.filter(({ marks }) => marks.size > 0);
      fc.pre(given.length > 0);
      const values = Array.from({ length: optionCount }, (_, option) =>
        removed(
          given.flatMap(({ count, marks }) =>
            Array.from({ length: count }, () => marks.get(option) ?? 0),
          ),
        ),
      );
      const isScored = (option: number) => given.some(({ marks }) => marks.has(option));
      const better = (one: number, other: number): number => {
        const unscored = Number(isScored(other)) - Number(isScored(one));
        if (unscored !== 0) return unscored;
        const at = values[one]?.findIndex((grade, index) => grade !== values[other]?.[index]) ?? -1;
        return at === -1 ? one - other : (values[other]?.[at] ?? 0) - (values[one]?.[at] ?? 0);
      };
      const expected = Array.from({ length: optionCount }, (_, option) => option).sort(better);
      expect(countBallots(request("majority_judgment", optionCount, ballots)).order).toEqual(
        expected,
      );
    }),
    RUNS,
  );
});

const multiply = (one: Fraction, other: Fraction): Fraction =>
  fraction(one.numerator * other.numerator, one.denominator * other.denominator);
const negative = ({ numerator, denominator }: Fraction): Fraction =>
  fraction(-numerator, denominator);

test("proportional STAR spends a quota of the best ballots, as counted ballot by ballot", () => {
  fc.assert(
    fc.property(elections("star_proportional"), ({ optionCount, ballots, seats }) => {
      const given = ballots.filter(({ marks }) => marks.size > 0);
      const { rounds } = countBallots(
        request("star_proportional", optionCount, ballots, { seats }),
      );
      const quota = fraction(BigInt(total(ballots)), BigInt(seats));
      let values = given.map(({ count }) => fraction(BigInt(count)));
      for (const { tally, elected } of rounds) {
        const scoreOf = (ballot: number, option: number) =>
          fraction(BigInt(given[ballot]?.marks.get(option) ?? 0));
        for (const { option, votes } of tally) {
          const own = values.map((value, ballot) => multiply(value, scoreOf(ballot, option)));
          expect(votes).toEqual(sum(own));
        }
        const winner = elected[0] ?? 0;
        // What one of the alike ballots gives, most first; then all ballots that give the same.
        const gifts = values.map((value, ballot) => {
          const each = fraction(1n, BigInt(given[ballot]?.count ?? 1));
          return multiply(multiply(value, each), scoreOf(ballot, winner));
        });
        let needed = quota;
        const kept = [...values];
        for (const gift of [...gifts].sort((one, other) => compareFractions(other, one))) {
          const alike = gifts.flatMap((other, ballot) =>
            compareFractions(gift, other) === 0 && kept[ballot] === values[ballot] ? [ballot] : [],
          );
          const weight = sum(alike.map((ballot) => values[ballot] ?? zero));
          if (weight.numerator === 0n) continue;
          const enough = compareFractions(weight, needed) > 0;
          const spent = enough ? needed : weight;
          const part = fraction(
            (weight.numerator * spent.denominator - spent.numerator * weight.denominator) *
              weight.denominator,
            weight.denominator * spent.denominator * weight.numerator,
          );
          for (const ballot of alike) kept[ballot] = multiply(values[ballot] ?? zero, part);
          needed = add(needed, negative(spent));
          if (needed.numerator === 0n) break;
        }
        values = kept;
      }
    }),
    RUNS,
  );
});

test("sequential Phragmén gives each seat to the lightest load, as counted ballot by ballot", () => {
  fc.assert(
    fc.property(elections("sequential_phragmen"), ({ optionCount, ballots, seats }) => {
      const { rounds } = countBallots(
        request("sequential_phragmen", optionCount, ballots, { seats }),
      );
      const loads = ballots.map(() => zero);
      for (const { tally, elected } of rounds) {
        const after = tally.map(({ option, votes }) => {
          const voters = ballots.flatMap(({ count, marks }, ballot) =>
            marks.has(option) ? [{ ballot, count }] : [],
          );
          const borne = voters.map(({ ballot, count }) =>
            multiply(loads[ballot] ?? zero, fraction(BigInt(count))),
          );
          const people = voters.reduce((all, { count }) => all + count, 0);
          const load = multiply(add(fraction(1n), sum(borne)), fraction(1n, BigInt(people)));
          expect(votes).toEqual(load);
          return { option, load, voters };
        });
        const chosen = after.find(({ option }) => option === elected[0]);
        for (const { load } of after) {
          expect(compareFractions(chosen?.load ?? zero, load)).toBeLessThanOrEqual(0);
        }
        for (const { ballot } of chosen?.voters ?? []) loads[ballot] = chosen?.load ?? zero;
      }
    }),
    RUNS,
  );
});

test("single transferable vote gives each ballot its share, as counted ballot by ballot", () => {
  fc.assert(
    fc.property(elections("single_transferable"), ({ optionCount, ballots, seats }) => {
      const { rounds } = countBallots(
        request("single_transferable", optionCount, ballots, { seats }),
      );
      // Replays the rounds with a value for each ballot.
      const left = new Set(Array.from({ length: optionCount }, (_, option) => option));
      const values = ballots.map(({ count }) => fraction(BigInt(count)));
      const orders = ballots.map(({ marks }) =>
        [...marks].sort(([, one], [, other]) => one - other).map(([option]) => option),
      );
      const at = orders.map((order) => order[0]);
      const settled = new Map<number, Fraction>();
      for (const { tally, elected, eliminated, reason } of rounds) {
        for (const { option, votes } of tally) {
          const own = sum(values.filter((_, ballot) => at[ballot] === option));
          expect(votes).toEqual(settled.get(option) ?? own);
        }
        for (const option of [...elected, ...eliminated]) left.delete(option);
        const from = reason.kind === "surplus" ? reason.option : eliminated[0];
        if (from === undefined) continue;
        if (reason.kind === "surplus") {
          const votes = tally.find(({ option }) => option === from)?.votes ?? zero;
          const keeps = add(votes, negative(reason.surplus));
          settled.set(from, keeps);
          expect(compareFractions(multiply(reason.factor, votes), reason.surplus)).toBe(0);
        }
        for (const [ballot, order] of orders.entries()) {
          if (at[ballot] !== from) continue;
          if (reason.kind === "surplus") {
            values[ballot] = multiply(values[ballot] ?? zero, reason.factor);
          }
          at[ballot] = order.find((option) => left.has(option));
        }
      }
    }),
    RUNS,
  );
});
