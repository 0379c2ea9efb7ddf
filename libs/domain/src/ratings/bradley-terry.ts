import type { Slices } from "../slices";

/** How often one option was preferred to another. */
export interface Wins {
  readonly winnerId: bigint;
  readonly loserId: bigint;
  readonly count: number;
}

const PRECISION = 1e-12;
const MAX_ROUNDS = 10_000;

/** Meetings that are looked at between two pauses: well below 5 ms. */
const SLICE = 20_000;

/**
 * Strengths of the Bradley-Terry model by the MM algorithm (decisions 8). Each option has `virtual`
 * wins and as many losses against an opponent of mean strength, 1, which keep every strength finite
 * and above 0; an option without comparisons has strength 1. `before`: strengths that are likely near,
 * from which fewer rounds lead to the same end.
 */
export function* bradleyTerryStrengths(
  optionIds: readonly bigint[],
  wins: readonly Wins[],
  virtual = 1,
  before: ReadonlyMap<bigint, number> = new Map(),
): Slices<ReadonlyMap<bigint, number>> {
  const { won, meetings } = yield* gather(optionIds, wins, virtual);
  let strengths = Float64Array.from(optionIds, (id) => before.get(id) ?? 1);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = yield* improved(strengths, won, meetings, virtual);
    const change = greatestChange(strengths, next);
    strengths = next;
    if (change < PRECISION) break;
  }
  return new Map(optionIds.map((id, index) => [id, at(strengths, index)]));
}

/** Who met whom how often: those of option n are from `from[n]` to below `from[n + 1]`. */
interface Meetings {
  readonly from: Int32Array;
  readonly other: Int32Array;
  readonly count: Float64Array;
}

const at = (numbers: Float64Array | Int32Array, index: number): number => numbers[index] ?? 0;

function* gather(
  optionIds: readonly bigint[],
  wins: readonly Wins[],
  virtual: number,
): Slices<{ readonly won: Float64Array; readonly meetings: Meetings }> {
  const indexOf = new Map(optionIds.map((id, index) => [id, index]));
  const won = new Float64Array(optionIds.length).fill(virtual);
  const from = new Int32Array(optionIds.length + 1);
  const sides: (readonly [number, number, number])[] = [];
  for (const { winnerId, loserId, count } of wins) {
    const [winner, loser] = [indexOf.get(winnerId), indexOf.get(loserId)];
    if (winner === undefined || loser === undefined) continue;
    won[winner] = at(won, winner) + count;
    sides.push([winner, loser, count]);
    for (const index of [winner, loser]) from[index + 1] = at(from, index + 1) + 1;
    if (sides.length % SLICE === 0) yield;
  }
  for (let index = 0; index < optionIds.length; index++) {
    from[index + 1] = at(from, index) + at(from, index + 1);
  }
  const free = from.slice();
  const other = new Int32Array(2 * sides.length);
  const met = new Float64Array(2 * sides.length);
  for (const [winner, loser, count] of sides) {
    for (const [one, another] of [
      [winner, loser],
      [loser, winner],
    ] as const) {
      const place = at(free, one);
      free[one] = place + 1;
      other[place] = another;
      met[place] = count;
    }
  }
  yield;
  return { won, meetings: { from, other, count: met } };
}

function* improved(
  strengths: Float64Array,
  won: Float64Array,
  { from, other, count }: Meetings,
  virtual: number,
): Slices<Float64Array<ArrayBuffer>> {
  const next = new Float64Array(strengths.length);
  let looked = 0;
  for (let index = 0; index < strengths.length; index++) {
    const own = at(strengths, index);
    let expected = (2 * virtual) / (own + 1);
    const end = at(from, index + 1);
    for (let place = at(from, index); place < end; place++) {
      expected += at(count, place) / (own + at(strengths, at(other, place)));
    }
    next[index] = expected === 0 ? own : at(won, index) / expected;
    looked += end - at(from, index) + 1;
    if (looked < SLICE) continue;
    looked = 0;
    yield;
  }
  return next;
}

function greatestChange(before: Float64Array, after: Float64Array): number {
  let greatest = 0;
  after.forEach((strength, index) => {
    const change = Math.abs(strength - at(before, index)) / Math.max(strength, Number.MIN_VALUE);
    if (change > greatest) greatest = change;
  });
  return greatest;
}
