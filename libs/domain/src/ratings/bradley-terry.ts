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
 * Strengths of the Bradley-Terry model (decisions 8), by the iteration of M. E. J. Newman (Efficient
 * Computation of Rankings from Pairwise Comparisons, 2023), which has the fixed point of the MM
 * algorithm and reaches it in far fewer rounds. Each option has `virtual` wins and as many losses
 * against an opponent of mean strength, 1, which keep every strength finite and above 0; an option
 * without comparisons has strength 1. `before`: strengths that are likely near, from which fewer
 * rounds lead to the same end.
 */
export function* bradleyTerryStrengths(
  optionIds: readonly bigint[],
  wins: readonly Wins[],
  virtual = 1,
  before: ReadonlyMap<bigint, number> = new Map(),
): Slices<ReadonlyMap<bigint, number>> {
  const meetings = yield* gather(optionIds, wins);
  const strengths = Float64Array.from(optionIds, (id) => before.get(id) ?? 1);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const change = yield* improve(strengths, meetings, virtual);
    if (change < PRECISION) break;
  }
  return new Map(optionIds.map((id, index) => [id, at(strengths, index)]));
}

/** Who met whom: the meetings of option n are from `from[n]` to below `from[n + 1]`. */
interface Meetings {
  readonly from: Int32Array;
  readonly other: Int32Array;
  /** How often option n won these; below 0: how often it lost. */
  readonly won: Float64Array;
}

const at = (numbers: Float64Array | Int32Array, index: number): number => numbers[index] ?? 0;

function* gather(optionIds: readonly bigint[], wins: readonly Wins[]): Slices<Meetings> {
  const indexOf = new Map(optionIds.map((id, index) => [id, index]));
  const from = new Int32Array(optionIds.length + 1);
  const sides: (readonly [number, number, number])[] = [];
  for (const { winnerId, loserId, count } of wins) {
    const [winner, loser] = [indexOf.get(winnerId), indexOf.get(loserId)];
    if (winner === undefined || loser === undefined) continue;
    sides.push([winner, loser, count]);
    for (const index of [winner, loser]) from[index + 1] = at(from, index + 1) + 1;
    if (sides.length % SLICE === 0) yield;
  }
  for (let index = 0; index < optionIds.length; index++) {
    from[index + 1] = at(from, index) + at(from, index + 1);
  }
  const free = from.slice();
  const other = new Int32Array(2 * sides.length);
  const won = new Float64Array(2 * sides.length);
  for (const [winner, loser, count] of sides) {
    for (const [one, another, times] of [
      [winner, loser, count],
      [loser, winner, -count],
    ] as const) {
      const place = at(free, one);
      free[one] = place + 1;
      other[place] = another;
      won[place] = times;
    }
  }
  yield;
  return { from, other, won };
}

/** One round, in place: each option is judged by the strengths that were found a moment ago. Gives the greatest change, of 1. */
function* improve(
  strengths: Float64Array,
  { from, other, won }: Meetings,
  virtual: number,
): Slices<number> {
  let greatest = 0;
  let looked = 0;
  for (let index = 0; index < strengths.length; index++) {
    const own = at(strengths, index);
    let wins = virtual / (own + 1);
    let losses = wins;
    const end = at(from, index + 1);
    for (let place = at(from, index); place < end; place++) {
      const opponent = at(strengths, at(other, place));
      const times = at(won, place) / (own + opponent);
      if (times > 0) wins += times * opponent;
      else losses -= times;
    }
    const next = losses === 0 ? own : wins / losses;
    strengths[index] = next;
    const change = Math.abs(next - own) / Math.max(next, Number.MIN_VALUE);
    if (change > greatest) greatest = change;
    looked += end - at(from, index) + 1;
    if (looked < SLICE) continue;
    looked = 0;
    yield;
  }
  return greatest;
}
