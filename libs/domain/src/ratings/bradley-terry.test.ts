// Covers docs/reference/comparisons.md: strength

import fc from "fast-check";
import { bradleyTerryStrengths, type Wins } from "./bradley-terry";
import { atOnce } from "./testing/rate-siblings";

const strengthsOf = (...asked: Parameters<typeof bradleyTerryStrengths>) =>
  atOnce(bradleyTerryStrengths(...asked));

const teams = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"];

/** Wins of the team in the row over the team in the column: American League, eastern division, 1987. */
const season = [
  [0, 7, 9, 7, 7, 9, 11],
  [6, 0, 7, 5, 11, 9, 9],
  [4, 6, 0, 7, 7, 8, 12],
  [6, 8, 6, 0, 6, 7, 10],
  [6, 2, 6, 7, 0, 7, 12],
  [4, 4, 5, 6, 6, 0, 6],
  [2, 4, 1, 3, 1, 7, 0],
];

const winsOf = (table: readonly (readonly number[])[]): readonly Wins[] =>
  table.flatMap((row, winner) =>
    row.map((count, loser) => ({ winnerId: BigInt(winner), loserId: BigInt(loser), count })),
  );

const ids = teams.map((_team, index) => BigInt(index));

describe("bradleyTerryStrengths", () => {
  test("returns the published log strengths of a season, relative to the weakest team", () => {
    // Wins and estimates: A. Agresti, Categorical Data Analysis, 2nd edition 2002, p. 437, and table
    // 10.11; with 4 digits from the R function BTm of H. Turner and D. Firth. It has no virtual opponent.
    const strengths = strengthsOf(ids, winsOf(season), 1e-9);
    const weakest = Math.log(strengths.get(6n) ?? 1);
    const logs = ids.map((id) => Number((Math.log(strengths.get(id) ?? 1) - weakest).toFixed(4)));
    expect(logs).toEqual([1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0]);
  });

  test("the virtual opponent does not change the order", () => {
    const strengths = strengthsOf(ids, winsOf(season));
    const order = [...ids].sort(
      (one, other) => (strengths.get(other) ?? 0) - (strengths.get(one) ?? 0),
    );
    expect(order).toEqual(ids);
  });

  test("the strength is finite with wins only, above 0 with losses only, and 1 without comparisons", () => {
    const strengths = strengthsOf([1n, 2n, 3n], [{ winnerId: 1n, loserId: 2n, count: 100 }]);
    expect(strengths.get(1n)).toBeGreaterThan(1);
    expect(Number.isFinite(strengths.get(1n))).toBe(true);
    expect(strengths.get(2n)).toBeGreaterThan(0);
    expect(strengths.get(2n)).toBeLessThan(1);
    expect(strengths.get(3n)).toBe(1);
  });

  test("the strengths after one comparison match the solution by hand", () => {
    // By symmetry the loser is 1/p; p (1 / (p + 1/p) + 2 / (p + 1)) = 2 has the solution below.
    const strengths = strengthsOf([1n, 2n], [{ winnerId: 1n, loserId: 2n, count: 1 }]);
    const p = strengths.get(1n) ?? 0;
    expect(p * (strengths.get(2n) ?? 0)).toBeCloseTo(1, 9);
    expect(p * (1 / (p + 1 / p) + 2 / (p + 1))).toBeCloseTo(2, 9);
  });

  test("initial strengths do not change the result", () => {
    const cold = strengthsOf(ids, winsOf(season));
    const before = new Map(ids.map((id) => [id, 1 + Number(id)]));
    for (const [id, strength] of strengthsOf(ids, winsOf(season), 1, before)) {
      expect(strength).toBeCloseTo(cold.get(id) ?? 0, 9);
    }
  });

  test("initial strengths may be far from the result", () => {
    const far = new Map([[1n, 1e300]]);
    expect(strengthsOf([1n], [], 1, far).get(1n)).toBeCloseTo(1, 9);
  });

  const comparisons = fc.array(
    fc.record({
      winnerId: fc.bigInt({ min: 0n, max: 5n }),
      loserId: fc.bigInt({ min: 6n, max: 9n }),
      count: fc.integer({ min: 1, max: 5 }),
    }),
    { maxLength: 12 },
  );

  test("every option wins as often as its strength predicts, even in one-sided comparisons", () => {
    const lopsided = fc.array(
      fc.record({
        winnerId: fc.bigInt({ min: 0n, max: 9n }),
        loserId: fc.bigInt({ min: 0n, max: 9n }),
        count: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constantFrom(1_000, 1_000_000)),
      }),
      { maxLength: 30 },
    );
    const all = Array.from({ length: 10 }, (_, index) => BigInt(index));
    fc.assert(
      fc.property(lopsided, (given) => {
        const wins = given.filter(({ winnerId, loserId }) => winnerId !== loserId);
        const strengths = strengthsOf(all, wins);
        const chance = (one: bigint, other: bigint) => {
          const [own, opponent] = [strengths.get(one) ?? 0, strengths.get(other) ?? 0];
          return own / (own + opponent);
        };
        for (const id of all) {
          const own = strengths.get(id) ?? 0;
          let met = 2;
          let expected = (2 * own) / (own + 1);
          let won = 1;
          for (const { winnerId, loserId, count } of wins) {
            if (winnerId !== id && loserId !== id) continue;
            met += count;
            expected += count * chance(id, winnerId === id ? loserId : winnerId);
            if (winnerId === id) won += count;
          }
          expect(Math.abs(expected - won)).toBeLessThan(1e-9 * met);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("another win never lowers the strength of an option", () => {
    const all = Array.from({ length: 10 }, (_, index) => BigInt(index));
    fc.assert(
      fc.property(comparisons, (wins) => {
        const before = strengthsOf(all, wins).get(0n) ?? 0;
        const after =
          strengthsOf(all, [...wins, { winnerId: 0n, loserId: 6n, count: 1 }]).get(0n) ?? 0;
        expect(after).toBeGreaterThan(before);
      }),
      { numRuns: 50 },
    );
  });
});
