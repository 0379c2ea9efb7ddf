import fc from "fast-check";
import { type Assignment, bestDistribution, type Gift, type Place } from "./best-distribution";

const place = (id: number, limit?: number): Place => ({ id: BigInt(id), position: id, limit });
const gift = (participant: number, option: number, value: number): Gift => ({
  participantId: BigInt(participant),
  optionId: BigInt(option),
  value,
});
const pairs = (assignments: readonly Assignment[]) =>
  assignments.map(({ participantId, optionId }) => [Number(participantId), Number(optionId)]);

const places: fc.Arbitrary<readonly Place[]> = fc
  .array(fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((limits) => limits.map((limit, index) => place(index + 1, limit)));

const gifts: fc.Arbitrary<readonly Gift[]> = fc
  .uniqueArray(
    fc.tuple(
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: -1, max: 4 }),
    ),
    { selector: ([participant, option]) => participant * 10 + option, maxLength: 24 },
  )
  .map((list) => list.map(([participant, option, value]) => gift(participant, option, value)));

/** The best worth [value, in front] by trying everything. */
function bruteForce(options: readonly Place[], given: readonly Gift[]): readonly [number, number] {
  const open = options.filter(({ limit = 1 }) => limit > 0);
  const participants = [...new Set(given.map(({ participantId }) => participantId))];
  const search = (index: number, room: readonly number[]): readonly [number, number] => {
    const participantId = participants[index];
    if (participantId === undefined) return [0, 0];
    let best = search(index + 1, room);
    open.forEach((option, at) => {
      const value = givenValue(given, participantId, option.id);
      if (value <= 0 || (room[at] ?? 0) === 0) return;
      const rest = search(
        index + 1,
        room.map((left, other) => (other === at ? left - 1 : left)),
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

const givenValue = (given: readonly Gift[], participantId: bigint, optionId: bigint): number =>
  given.find((one) => one.participantId === participantId && one.optionId === optionId)?.value ?? 0;

describe("best_distribution (decisions 7)", () => {
  test("equals brute force in value, then in position", () => {
    fc.assert(
      fc.property(places, gifts, (options, given) => {
        const open = options.filter(({ limit = 1 }) => limit > 0);
        const found = bestDistribution(options, given);
        const value = found.reduce(
          (sum, one) => sum + givenValue(given, one.participantId, one.optionId),
          0,
        );
        const front = found.reduce(
          (sum, one) => sum + open.length - open.findIndex(({ id }) => id === one.optionId),
          0,
        );
        expect([value, front]).toEqual(bruteForce(options, given));
      }),
      { numRuns: 500 },
    );
  });

  test("each participant gets at most one option it gave more than 0, each option at most its limit", () => {
    fc.assert(
      fc.property(places, gifts, (options, given) => {
        const found = bestDistribution(options, given);
        expect(new Set(found.map(({ participantId }) => participantId)).size).toBe(found.length);
        for (const { participantId, optionId } of found) {
          expect(givenValue(given, participantId, optionId)).toBeGreaterThan(0);
        }
        for (const { id, limit = 1 } of options) {
          expect(found.filter(({ optionId }) => optionId === id).length).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });

  test("the order of the votes decides nothing", () => {
    const shuffled = gifts.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray([...list], { minLength: list.length })),
    );
    fc.assert(
      fc.property(places, shuffled, (options, [list, order]) => {
        expect(pairs(bestDistribution([...options].reverse(), order))).toEqual(
          pairs(bestDistribution(options, list)),
        );
      }),
    );
  });

  test("somebody steps aside where that is worth more in all", () => {
    const given = [gift(1, 1, 5), gift(1, 2, 4), gift(2, 1, 5)];
    expect(pairs(bestDistribution([place(1), place(2)], given))).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  test("votes of several categories add up", () => {
    const given = [gift(1, 1, 2), gift(1, 1, 2), gift(2, 1, 3)];
    expect(pairs(bestDistribution([place(1)], given))).toEqual([[1, 1]]);
  });

  test("2,000 participants who all want everything end within a few seconds", () => {
    const options = Array.from({ length: 40 }, (_, index) => place(index + 1, 40));
    const given = Array.from({ length: 2_000 }, (_, participant) =>
      options.map((_option, index) =>
        gift(participant + 1, index + 1, 1 + ((participant * 7 + index * 13) % 10)),
      ),
    ).flat();
    const began = process.cpuUsage();
    const found = bestDistribution(options, given);
    expect(process.cpuUsage(began).user).toBeLessThan(10_000_000);
    expect(found).toHaveLength(1_600);
  });
});
