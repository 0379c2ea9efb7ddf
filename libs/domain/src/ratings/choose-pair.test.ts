import fc from "fast-check";
import { seedOf } from "../seed-of";
import { type Pair, samePair } from "../votes/vote";
import { type Contender, choosePair as choosing } from "./choose-pair";
import { atOnce } from "./testing/rate-siblings";

const choosePair = (...asked: Parameters<typeof choosing>) => atOnce(choosing(...asked));

const contender = (id: number, comparisons = 0, wins = 0): Contender => ({
  id: BigInt(id),
  comparisons,
  wins,
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

const winRate = ({ comparisons, wins }: Contender) =>
  comparisons === 0 ? 0.5 : wins / comparisons;

/** Comparisons and difference of win rates of every pair that is not judged yet. */
const left = (list: readonly Contender[], done: readonly Pair[]) =>
  list.flatMap((one, index) =>
    list
      .slice(index + 1)
      .filter((other) => !done.some((pair) => samePair(pair, [one.id, other.id])))
      .map((other) => ({
        pair: [one.id, other.id] as Pair,
        comparisons: one.comparisons + other.comparisons,
        distance: Math.abs(winRate(one) - winRate(other)),
      })),
  );

describe("choosePair", () => {
  test("chooses the least compared pair that is not judged yet; of these, the pair with the nearest win rates", () => {
    fc.assert(
      fc.property(contenders, judged, fc.string(), (list, done, seed) => {
        const all = left(list, done);
        const chosen = choosePair(list, done, seed);
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

  test("chooses quickly among 10,000 options with 5,000 judged pairs", () => {
    const list = Array.from({ length: 10_000 }, (_, index) =>
      contender(index, index % 3, index % 2),
    );
    const done = Array.from({ length: 5_000 }, (_, index): Pair => [0n, BigInt(index + 1)]);
    const began = process.cpuUsage();
    expect(choosePair(list, done, "ann")).toBeDefined();
    expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
  });
});

test("seeds are spread over the whole range", () => {
  const seeds = Array.from({ length: 1_000 }, (_, index) => seedOf(`a${index}`) / 2 ** 32);
  const low = seeds.filter((seed) => seed < 0.5).length;
  expect(low).toBeGreaterThan(400);
  expect(low).toBeLessThan(600);
});
