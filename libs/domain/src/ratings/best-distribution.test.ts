// Covers docs/reference/ratings.md: best-distribution

import fc from "fast-check";
import {
  type AssignableOption,
  type Assignment,
  bestDistribution as distributionInSlices,
  type GivenValue,
} from "./best-distribution";

/** The distribution, with all its slices at once. */
function bestDistribution(
  options: readonly AssignableOption[],
  values: readonly GivenValue[],
  inOrder?: Parameters<typeof distributionInSlices>[2],
): readonly Assignment[] {
  const work = distributionInSlices(options, values, inOrder);
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

const option = (id: number, limit?: number): AssignableOption => ({
  id: BigInt(id),
  position: id,
  limit,
});
const given = (participant: number, option: number, value: number): GivenValue => ({
  participantId: BigInt(participant),
  optionId: BigInt(option),
  value,
});
const pairs = (assignments: readonly Assignment[]) =>
  assignments.map(({ participantId, optionId }) => [Number(participantId), Number(optionId)]);

const optionLists: fc.Arbitrary<readonly AssignableOption[]> = fc
  .array(fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((limits) => limits.map((limit, index) => option(index + 1, limit)));

const valueLists: fc.Arbitrary<readonly GivenValue[]> = fc
  .uniqueArray(
    fc.tuple(
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: -1, max: 4 }),
    ),
    { selector: ([participant, option]) => participant * 10 + option, maxLength: 24 },
  )
  .map((list) => list.map(([participant, option, value]) => given(participant, option, value)));

/** The greatest total of values, then of positions, found by trying every assignment. */
function bruteForce(
  options: readonly AssignableOption[],
  values: readonly GivenValue[],
): readonly [number, number] {
  const open = options.filter(({ limit = 1 }) => limit > 0);
  const participants = [...new Set(values.map(({ participantId }) => participantId))];
  const search = (index: number, free: readonly number[]): readonly [number, number] => {
    const participantId = participants[index];
    if (participantId === undefined) return [0, 0];
    let best = search(index + 1, free);
    open.forEach((option, at) => {
      const value = givenValue(values, participantId, option.id);
      if (value <= 0 || (free[at] ?? 0) === 0) return;
      const rest = search(
        index + 1,
        free.map((left, other) => (other === at ? left - 1 : left)),
      );
      const worth = [rest[0] + value, rest[1] + open.length - at] as const;
      if (worth[0] > best[0] || (worth[0] === best[0] && worth[1] > best[1])) best = worth;
    });
    return best;
  };
  return search(
    0,
    open.map(({ limit = 1 }) => limit),
  );
}

const givenValue = (
  values: readonly GivenValue[],
  participantId: bigint,
  optionId: bigint,
): number =>
  values.find((one) => one.participantId === participantId && one.optionId === optionId)?.value ??
  0;

describe("best_distribution", () => {
  test("finds the same total value as a brute-force search, then the best positions", () => {
    fc.assert(
      fc.property(optionLists, valueLists, (options, values) => {
        const open = options.filter(({ limit = 1 }) => limit > 0);
        const found = bestDistribution(options, values);
        const value = found.reduce(
          (sum, one) => sum + givenValue(values, one.participantId, one.optionId),
          0,
        );
        const front = found.reduce(
          (sum, one) => sum + open.length - open.findIndex(({ id }) => id === one.optionId),
          0,
        );
        expect([value, front]).toEqual(bruteForce(options, values));
      }),
      { numRuns: 500 },
    );
  });

  test("each participant gets at most one option that it rated above 0, and each option stays within its limit", () => {
    fc.assert(
      fc.property(optionLists, valueLists, (options, values) => {
        const found = bestDistribution(options, values);
        expect(new Set(found.map(({ participantId }) => participantId)).size).toBe(found.length);
        for (const { participantId, optionId } of found) {
          expect(givenValue(values, participantId, optionId)).toBeGreaterThan(0);
        }
        for (const { id, limit = 1 } of options) {
          expect(found.filter(({ optionId }) => optionId === id).length).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });

  test("does not depend on the order of votes and options", () => {
    const shuffled = valueLists.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray([...list], { minLength: list.length })),
    );
    fc.assert(
      fc.property(optionLists, shuffled, (options, [list, order]) => {
        expect(pairs(bestDistribution([...options].reverse(), order))).toEqual(
          pairs(bestDistribution(options, list)),
        );
      }),
    );
  });

  test("of equally good distributions, the given order of participants decides", () => {
    const values = [given(1, 1, 1), given(2, 1, 1)];
    const backwards = (one: bigint, other: bigint) => (one < other ? 1 : -1);
    expect(pairs(bestDistribution([option(1)], values))).toEqual([[1, 1]]);
    expect(pairs(bestDistribution([option(1)], values, backwards))).toEqual([[2, 1]]);
  });

  test("of equally good distributions, the result does not depend on the order of votes", () => {
    const options = [1, 2, 3, 4].map((id) => option(id));
    const [first, last] = [given(6, 2, 2), given(6, 4, 2)];
    const others = [given(1, 4, 1), given(2, 2, 1)];
    const found = bestDistribution(options, [...others, first, last]);
    expect(bestDistribution(options, [...others, last, first])).toEqual(found);
  });

  test("a participant moves to another option if that increases the total", () => {
    const values = [given(1, 1, 5), given(1, 2, 4), given(2, 1, 5)];
    expect(pairs(bestDistribution([option(1), option(2)], values))).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  test("votes of several categories add up", () => {
    const values = [given(1, 1, 2), given(1, 1, 2), given(2, 1, 3)];
    expect(pairs(bestDistribution([option(1)], values))).toEqual([[1, 1]]);
  });

  test("pauses after each participant, and while it reads the values", () => {
    const options = Array.from({ length: 40 }, (_, index) => option(index + 1, 40));
    const values = Array.from({ length: 2_000 }, (_, participant) =>
      options.map((_option, index) =>
        given(participant + 1, index + 1, 1 + ((participant * 7 + index * 13) % 10)),
      ),
    ).flat();
    const work = distributionInSlices(options, values);
    let pauses = 0;
    let step = work.next();
    for (; step.done !== true; step = work.next()) pauses += 1;
    expect(step.value).toHaveLength(1_600);
    expect(pauses).toBe(2_000 + 2_000 + values.length / 500);
  });
});
