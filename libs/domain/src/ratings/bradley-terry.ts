import type { Slices } from "./slices";

/** How often one option was preferred to another. */
export interface Wins {
  readonly winnerId: bigint;
  readonly loserId: bigint;
  readonly count: number;
}

/** Precision of the logarithms of strengths. */
const PRECISION = 1e-10;
/** Below this size, a step that is not at most half of the previous one is a rounding error. */
const ROUNDING = 1e-6;
const MAX_STEPS = 100;
/** The residual at which a linear system is solved well enough. The next step corrects the rest. */
const RESIDUAL = 1e-3;
const MAX_ITERATIONS = 1_000;

/** Meetings processed per slice, which takes well below 5 ms. */
const SLICE = 20_000;

/**
 * Strengths of the Bradley-Terry model by option (docs/reference/comparisons.md#strength). Each option has
 * `virtual` (above 0) wins and as many losses against an opponent of strength 1, so an option without
 * comparisons has strength 1. `before` are strengths to start from; they change the number of steps only.
 *
 * The likelihood is concave in the logarithms of the strengths. Newton's method reaches its maximum in a few
 * steps, each solved with conjugate gradients.
 */
export function* bradleyTerryStrengths(
  optionIds: readonly bigint[],
  wins: Iterable<Wins>,
  virtual = 1,
  before: ReadonlyMap<bigint, number> = new Map(),
): Slices<ReadonlyMap<bigint, number>> {
  const meetings = yield* meetingsOf(optionIds, wins);
  const strengths = Float64Array.from(optionIds, (id) => before.get(id) ?? 1);
  let last = Number.POSITIVE_INFINITY;
  for (let step = 0; step < MAX_STEPS; step++) {
    const slope = yield* slopeAt(strengths, meetings, virtual);
    const direction = yield* solve(slope, meetings);
    const greatest = direction.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
    // A full step may overshoot. This part of it never does; near the maximum it is almost a full
    // step.
    const part = greatest === 0 ? 1 : Math.log1p(2 * greatest) / (2 * greatest);
    direction.forEach((each, index) => {
      strengths[index] = at(strengths, index) * Math.exp(part * each);
    });
    // With millions of comparisons of one pair, rounding errors limit the precision.
    if (greatest < PRECISION || (greatest < ROUNDING && greatest > last / 2)) break;
    last = greatest;
  }
  return new Map(optionIds.map((id, index) => [id, at(strengths, index)]));
}

/** The comparisons of each pair. Those of option n have the indexes `from[n]` up to `from[n + 1] - 1`. */
interface Meetings {
  readonly won: Float64Array;
  readonly from: Int32Array;
  readonly other: Int32Array;
  readonly count: Float64Array;
}

/** First and second derivatives of the likelihood, the mixed ones in `coupling`, by meeting. */
interface Slope {
  readonly first: Float64Array;
  readonly diagonal: Float64Array;
  readonly coupling: Float64Array;
}

const at = (numbers: Float64Array | Int32Array, index: number): number => numbers[index] ?? 0;

function* meetingsOf(optionIds: readonly bigint[], wins: Iterable<Wins>): Slices<Meetings> {
  const indexOf = new Map(optionIds.map((id, index) => [id, index]));
  const won = new Float64Array(optionIds.length);
  const from = new Int32Array(optionIds.length + 1);
  // Two indexes and a number for each pair. An array for each takes several times as long.
  const sides: number[] = [];
  for (const { winnerId, loserId, count } of wins) {
    const [winner, loser] = [indexOf.get(winnerId), indexOf.get(loserId)];
    if (winner === undefined || loser === undefined) continue;
    won[winner] = at(won, winner) + count;
    sides.push(winner, loser, count);
    for (const index of [winner, loser]) from[index + 1] = at(from, index + 1) + 1;
    if (sides.length % (3 * SLICE) === 0) yield;
  }
  for (let index = 0; index < optionIds.length; index++) {
    from[index + 1] = at(from, index) + at(from, index + 1);
  }
  const free = from.slice();
  const other = new Int32Array((2 * sides.length) / 3);
  const met = new Float64Array((2 * sides.length) / 3);
  const meet = (one: number, another: number, count: number) => {
    const place = at(free, one);
    free[one] = place + 1;
    other[place] = another;
    met[place] = count;
  };
  for (let side = 0; side < sides.length; side += 3) {
    const [winner, loser] = [sides[side] ?? 0, sides[side + 1] ?? 0];
    const count = sides[side + 2] ?? 0;
    meet(winner, loser, count);
    meet(loser, winner, count);
    if (side % (3 * SLICE) === 0) yield;
  }
  return { won, from, other, count: met };
}

function* slopeAt(
  strengths: Float64Array,
  { won, from, other, count }: Meetings,
  virtual: number,
): Slices<Slope> {
  const first = new Float64Array(strengths.length);
  const diagonal = new Float64Array(strengths.length);
  const coupling = new Float64Array(other.length);
  let looked = 0;
  for (let index = 0; index < strengths.length; index++) {
    const own = at(strengths, index);
    const chance = own / (own + 1);
    let lacking = at(won, index) + virtual * (1 - 2 * chance);
    let curve = (2 * virtual * chance) / (own + 1);
    const end = at(from, index + 1);
    for (let place = at(from, index); place < end; place++) {
      const opponent = at(strengths, at(other, place));
      const wins = own / (own + opponent);
      const times = at(count, place);
      const pull = times * wins * (opponent / (own + opponent));
      lacking -= times * wins;
      curve += pull;
      coupling[place] = pull;
    }
    first[index] = lacking;
    diagonal[index] = curve;
    looked += end - at(from, index) + 1;
    if (looked < SLICE) continue;
    looked = 0;
    yield;
  }
  return { first, diagonal, coupling };
}

/** A Newton step: solves the system of second derivatives by preconditioned conjugate gradients. */
function* solve({ first, diagonal, coupling }: Slope, meetings: Meetings): Slices<Float64Array> {
  const length = first.length;
  const solution = new Float64Array(length);
  const rest = first.slice();
  const eased = () =>
    rest.map((each, index) => (at(diagonal, index) === 0 ? 0 : each / at(diagonal, index)));
  let next = eased();
  const search = next.slice();
  let size = product(rest, next);
  const enough = size * RESIDUAL ** 2;
  for (let round = 0; round < MAX_ITERATIONS && size > enough; round++) {
    yield;
    const image = yield* applied(search, diagonal, coupling, meetings);
    const along = size / product(search, image);
    for (let index = 0; index < length; index++) {
      solution[index] = at(solution, index) + along * at(search, index);
      rest[index] = at(rest, index) - along * at(image, index);
    }
    next = eased();
    const before = size;
    size = product(rest, next);
    for (let index = 0; index < length; index++) {
      search[index] = at(next, index) + (size / before) * at(search, index);
    }
  }
  return solution;
}

function* applied(
  vector: Float64Array,
  diagonal: Float64Array,
  coupling: Float64Array,
  { from, other }: Meetings,
): Slices<Float64Array> {
  const image = new Float64Array(vector.length);
  let looked = 0;
  for (let index = 0; index < vector.length; index++) {
    let sum = at(diagonal, index) * at(vector, index);
    const end = at(from, index + 1);
    for (let place = at(from, index); place < end; place++) {
      sum -= at(coupling, place) * at(vector, at(other, place));
    }
    image[index] = sum;
    looked += end - at(from, index) + 1;
    if (looked < SLICE) continue;
    looked = 0;
    yield;
  }
  return image;
}

function product(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += at(one, index) * at(other, index);
  return sum;
}
