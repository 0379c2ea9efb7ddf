import { seedOf } from "../seed-of";
import type { Pair } from "../votes/vote";
import type { Slices } from "./slices";
import { lowerBound, sorted } from "./sorted-list";

/** An option that can be offered, with the number of its comparisons by all participants. */
export interface Contender {
  readonly id: bigint;
  readonly comparisons: number;
  readonly wins: number;
}

interface Seeded extends Contender {
  readonly winRate: number;
  readonly seed: number;
}

/**
 * The next pair for a participant (docs/reference/comparisons.md#choice-of-pairs). Undefined when
 * all pairs are judged. `seed` breaks ties; it differs between participants.
 */
export function* choosePair(
  contenders: readonly Contender[],
  judged: readonly Pair[],
  seed: string,
): Slices<Pair | undefined> {
  const groups = yield* groupsOf(contenders, seed);
  const known = partnersOf(judged);
  let best: Choice | undefined;
  for (const [index, group] of groups.entries()) {
    if (best !== undefined && 2 * group.comparisons > best.comparisons) break;
    for (const [place, one] of (yield* group.members()).entries()) {
      if (place % SLICE === 0) yield;
      const choice = yield* bestPartner(one, groups.slice(index), known.get(one.id), best);
      if (choice !== undefined && (best === undefined || isBetter(choice, best, seed)))
        best = choice;
    }
  }
  if (best === undefined) return undefined;
  const [one, other] = best.pair;
  return one.seed <= other.seed ? [one.id, other.id] : [other.id, one.id];
}

/** Options with the same number of comparisons. */
interface Group {
  readonly comparisons: number;
  /** Sorted by win rate on first use, because the first group is nearly always sufficient. */
  readonly members: () => Slices<readonly Seeded[]>;
}

interface Choice {
  readonly pair: readonly [Seeded, Seeded];
  /** Comparisons of both options together. */
  readonly comparisons: number;
  readonly distance: number;
  /** Breaks ties. Computed on first use. */
  tie?: number;
}

/** Contenders processed per slice, which takes well below 5 ms. */
const SLICE = 500;

function* groupsOf(contenders: readonly Contender[], seed: string): Slices<readonly Group[]> {
  const byComparisons = new Map<number, Contender[]>();
  for (const [index, contender] of contenders.entries()) {
    if (index % SLICE === 0) yield;
    const group = byComparisons.get(contender.comparisons);
    if (group === undefined) byComparisons.set(contender.comparisons, [contender]);
    else group.push(contender);
  }
  return [...byComparisons]
    .sort(([one], [other]) => one - other)
    .map(([comparisons, members]) => ({ comparisons, members: inOrder(members, seed) }));
}

function inOrder(contenders: readonly Contender[], seed: string): Group["members"] {
  let members: readonly Seeded[] | undefined;
  return function* () {
    if (members !== undefined) return members;
    const seeded: Seeded[] = [];
    for (const contender of contenders) {
      if (seeded.length % SLICE === 0) yield;
      const { comparisons, wins, id } = contender;
      const winRate = comparisons === 0 ? 0.5 : wins / comparisons;
      seeded.push({ ...contender, winRate, seed: seedOf(`${seed}:${id}`) });
    }
    members = yield* sorted(seeded, byWinRate);
    return members;
  };
}

const byWinRate = (one: Seeded, other: Seeded): number =>
  one.winRate - other.winRate || one.seed - other.seed || (one.id < other.id ? -1 : 1);

function partnersOf(judged: readonly Pair[]): ReadonlyMap<bigint, ReadonlySet<bigint>> {
  const partners = new Map<bigint, Set<bigint>>();
  for (const [one, other] of judged) {
    for (const [id, partner] of [
      [one, other],
      [other, one],
    ] as const) {
      const known = partners.get(id) ?? new Set();
      partners.set(id, known.add(partner));
    }
  }
  return partners;
}

function* bestPartner(
  one: Seeded,
  groups: readonly Group[],
  judged: ReadonlySet<bigint> | undefined,
  best: Choice | undefined,
): Slices<Choice | undefined> {
  for (const group of groups) {
    const comparisons = one.comparisons + group.comparisons;
    if (best !== undefined && comparisons > best.comparisons) return undefined;
    const other = nearest(one, yield* group.members(), judged);
    if (other === undefined) continue;
    return { pair: [one, other], comparisons, distance: Math.abs(one.winRate - other.winRate) };
  }
  return undefined;
}

/** Searches outward from the option's win rate, so that only few members are visited. */
function nearest(
  one: Seeded,
  members: readonly Seeded[],
  judged: ReadonlySet<bigint> | undefined,
): Seeded | undefined {
  let above = lowerBound(members, one, (a, b) => a.winRate - b.winRate);
  let below = above - 1;
  while (true) {
    const [low, high] = [members[below], members[above]];
    if (low === undefined && high === undefined) return undefined;
    const lowIsNearer =
      low !== undefined &&
      (high === undefined || one.winRate - low.winRate < high.winRate - one.winRate);
    const candidate = lowIsNearer ? low : high;
    if (lowIsNearer) below--;
    else above++;
    if (candidate === undefined || candidate.id === one.id) continue;
    if (judged === undefined || !judged.has(candidate.id)) return candidate;
  }
}

const isBetter = (one: Choice, other: Choice, seed: string): boolean => {
  const difference = one.comparisons - other.comparisons || one.distance - other.distance;
  return difference === 0 ? tieOf(one, seed) < tieOf(other, seed) : difference < 0;
};

function tieOf(choice: Choice, seed: string): number {
  choice.tie ??= pairSeed(choice, seed);
  return choice.tie;
}

const pairSeed = ({ pair: [one, other] }: Choice, seed: string): number =>
  one.id < other.id
    ? seedOf(`${seed}:${one.id}:${other.id}`)
    : seedOf(`${seed}:${other.id}:${one.id}`);
