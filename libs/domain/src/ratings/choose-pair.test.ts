// Covers docs/reference/comparisons.md: choice-of-pairs

import fc from "fast-check";
import { seedOf } from "../seed-of";
import { type Pair, samePair } from "../votes/vote";
import { byComparisons, type Contender, choosePair as choosing } from "./choose-pair";
import { atOnce } from "./testing/rate-siblings";

function choosePair(
  list: readonly Contender[],
  judged: readonly Pair[],
  seed: string,
  excluded: ReadonlySet<bigint> = new Set(),
) {
  const byId = new Map(list.map((each) => [each.id, each]));
  const contenders = [...list].sort(byComparisons);
  return atOnce(choosing({ contenders, find: (id) => byId.get(id), excluded }, judged, seed));
}

const contender = (id: number, votes = 0, rating = 0): Contender => ({
  id: BigInt(id),
  score: { votes, rating },
});

const contenders: fc.Arbitrary<readonly Contender[]> = fc
  .array(
    fc
      .integer({ min: 0, max: 4 })
      .chain((comparisons) =>
        fc.tuple(fc.constant(comparisons), fc.integer({ min: 0, max: comparisons })),
      ),
    { maxLength: 8 },
  )
  .map((list) => list.map(([comparisons, wins], index) => contender(index, comparisons, wins)));

const judged: fc.Arbitrary<readonly Pair[]> = fc.array(
  fc.tuple(fc.bigInt({ min: 0n, max: 7n }), fc.bigInt({ min: 0n, max: 7n })),
  { maxLength: 30 },
);

const excluded = fc
  .array(fc.bigInt({ min: 0n, max: 7n }), { maxLength: 3 })
  .map((ids) => new Set(ids));

const winRate = ({ score: { votes, rating } }: Contender) => (votes === 0 ? 0.5 : rating / votes);

/** Comparisons and difference of win rates of every pair that is not judged yet. */
const left = (list: readonly Contender[], done: readonly Pair[]) =>
  list.flatMap((one, index) =>
    list
      .slice(index + 1)
      .filter((other) => !done.some((pair) => samePair(pair, [one.id, other.id])))
      .map((other) => ({
        pair: [one.id, other.id] as Pair,
        comparisons: one.score.votes + other.score.votes,
        distance: Math.abs(winRate(one) - winRate(other)),
      })),
  );

describe("choosePair", () => {
  test("chooses the least compared pair that is not judged yet; of these, the pair with the nearest win rates", () => {
    fc.assert(
      fc.property(contenders, judged, fc.string(), excluded, (list, done, seed, own) => {
        const offered = list.filter(({ id }) => !own.has(id));
        const all = left(offered, done);
        const chosen = choosePair(list, done, seed, own);
        if (all.length === 0) {
          expect(chosen).toBeUndefined();
          return;
        }
        const found = all.find(({ pair }) => chosen !== undefined && samePair(pair, chosen));
        const fewest = Math.min(...all.map(({ comparisons }) => comparisons));
        const nearest = Math.min(
          ...all
            .filter(({ comparisons }) => comparisons === fewest)
            .map(({ distance }) => distance),
        );
        expect(found).toMatchObject({ comparisons: fewest, distance: nearest });
      }),
      { numRuns: 1_000 },
    );
  });

  test("does not depend on the order of options and judged pairs", () => {
    fc.assert(
      fc.property(contenders, judged, (list, done) => {
        expect(choosePair([...list].reverse(), [...done].reverse(), "ann")).toEqual(
          choosePair(list, done, "ann"),
        );
      }),
    );
  });

  test("offers every pair once", () => {
    const list = Array.from({ length: 7 }, (_, index) => contender(index));
    const done: Pair[] = [];
    for (
      let pair = choosePair(list, done, "ann");
      pair !== undefined;
      pair = choosePair(list, done, "ann")
    ) {
      done.push(pair);
    }
    expect(done).toHaveLength(21);
    expect(choosePair(list, done, "ann")).toBeUndefined();
  });

  test("different participants start with different pairs", () => {
    const list = Array.from({ length: 20 }, (_, index) => contender(index));
    const first = Array.from({ length: 50 }, (_, index) =>
      String(choosePair(list, [], `participant-${index}`)),
    );
    expect(new Set(first).size).toBeGreaterThan(25);
  });

  test("fewer than two options have no pair", () => {
    expect(choosePair([], [], "ann")).toBeUndefined();
    expect(choosePair([contender(1)], [], "ann")).toBeUndefined();
  });

  test.each([1_000, 100_000])("visits few of %d options", (count) => {
    const list = Array.from({ length: count }, (_, index) =>
      contender(index, 3 + (index % 3), index % 4),
    ).sort(byComparisons);
    let visits = 0;
    const contenders = new Proxy(list, {
      get(target, name, receiver) {
        visits += 1;
        return Reflect.get(target, name, receiver);
      },
    });
    const find = (id: bigint) => contender(Number(id), 3, 0);
    for (const done of [[], [[0n, 12n]] as const]) {
      visits = 0;
      const facts = { contenders, find, excluded: new Set<bigint>() };
      expect(atOnce(choosing(facts, done, "ann"))).toBeDefined();
      expect(visits).toBeLessThan(1_000);
    }
  });

  test("chooses quickly among 10,000 options with 5,000 judged pairs", () => {
    const list = Array.from({ length: 10_000 }, (_, index) =>
      contender(index, index % 3, index % 2),
    );
    const done = Array.from({ length: 5_000 }, (_, index): Pair => [0n, BigInt(index + 1)]);
    const began = process.cpuUsage();
    expect(choosePair(list, done, "ann")).toBeDefined();
    expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
  });

  test("partners of an option are spread over all options", () => {
    const list = Array.from({ length: 1_000 }, (_, index) => contender(index));
    const gaps = Array.from({ length: 200 }, (_, index) => {
      const [one = 0n, other = 0n] = choosePair(list, [], `participant-${index}`) ?? [];
      return Math.abs(Number(one - other));
    });
    expect(gaps.filter((gap) => gap > 100).length).toBeGreaterThan(100);
  });
});

test("seeds are spread over the whole range", () => {
  const seeds = Array.from({ length: 1_000 }, (_, index) => seedOf(`a${index}`) / 2 ** 32);
  const low = seeds.filter((seed) => seed < 0.5).length;
  expect(low).toBeGreaterThan(400);
  expect(low).toBeLessThan(600);
});
