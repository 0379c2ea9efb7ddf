import { groupBy } from "../grouping";
import { seedOf } from "../seed-of";
import type { Pair } from "../votes/vote";
import type { Slices } from "./slices";
import { type Compare, lowerBound } from "./sorted-list";

/** An option that can be offered. Its votes are comparisons by all participants. */
export interface Contender extends Compared {
  readonly id: bigint;
}

interface Compared {
  /** `rating` is the number of wins. */
  readonly score: { readonly votes: number; readonly rating: number };
}

export interface PairFacts {
  /** Sorted by `byComparisons`. */
  readonly contenders: readonly Contender[];
  readonly find: (id: bigint) => Contender | undefined;
  /** Contenders that are not offered to the participant. */
  readonly excluded: ReadonlySet<bigint>;
}

/** Compares contenders: the fewest comparisons first, then by win rate and id. */
export const byComparisons: Compare<Contender> = (one, other) =>
  byCell(one, other) || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);

/** A cell has the contenders with the same number of comparisons and the same win rate. */
const byCell: Compare<Compared> = (one, other) =>
  byGroup(one, other) || winRate(one) - winRate(other);

/** A group has the contenders with the same number of comparisons. */
const byGroup: Compare<Compared> = (one, other) => one.score.votes - other.score.votes;

const winRate = ({ score }: Compared): number =>
  score.votes === 0 ? 0.5 : score.rating / score.votes;

/** Contenders for which a partner is searched per slice, which takes well below 5 ms. */
const SLICE = 50;

/**
 * The next pair for a participant (docs/reference/comparisons.md#choice-of-pairs). Undefined when
 * all pairs are judged. `seed` breaks ties; it differs between participants.
 *
 * The cost depends on the judged pairs and the cells, not on the number of contenders: one
 * contender without a judged pair stands for all of its cell (ADR 0046).
 */
export function* choosePair(
  facts: PairFacts,
  judged: readonly Pair[],
  seed: string,
): Slices<Pair | undefined> {
  const { contenders, excluded } = facts;
  const partners = partnersOf(judged);
  const known = judgedContenders(facts, partners);
  const isUnusual = (id: bigint) => excluded.has(id) || partners.has(id);
  let best: Choice | undefined;
  let searched = 0;
  for (let start = 0, end: number; start < contenders.length; start = end) {
    const group = contenders[start] as Contender;
    if (best !== undefined && 2 * group.score.votes > best.comparisons) break;
    end = endOf(contenders, group, byGroup);
    const ones = [...(known.get(group.score.votes) ?? [])];
    for (let at = start, cellEnd: number; at < end; at = cellEnd) {
      cellEnd = endOf(contenders, contenders[at] as Contender, byCell);
      ones.push(...pick(contenders, { start: at, end: cellEnd }, seed, isUnusual));
    }
    for (const one of ones) {
      if (searched++ % SLICE === 0) yield;
      const choice = bestPartner(one, start, facts, { judged: partners.get(one.id), best, seed });
      if (choice !== undefined && (best === undefined || isBetter(choice, best, seed))) {
        best = choice;
      }
    }
  }
  if (best === undefined) return undefined;
  const [one, other] = best.pair;
  return seedOf(`${seed}:${one}`) <= seedOf(`${seed}:${other}`) ? [one, other] : [other, one];
}

interface Choice {
  readonly pair: Pair;
  readonly comparisons: number;
  readonly distance: number;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Index after the entries of a sorted list that are equal to `entry`. */
const endOf = (list: readonly Contender[], entry: Contender, compare: Compare<Compared>): number =>
  lowerBound(list, entry, (one, other) => compare(one, other) || -1);

/** The first contender of a range, from a place that the seed chooses. Empty if all are skipped. */
function pick(
  contenders: readonly Contender[],
  { start, end }: Range,
  seed: string,
  isSkipped: (id: bigint) => boolean,
): readonly Contender[] {
  const size = end - start;
  const first = seedOf(`${seed}:${contenders[start]?.id}`);
  for (let n = 0; n < size; n++) {
    const contender = contenders[start + ((first + n) % size)] as Contender;
    if (!isSkipped(contender.id)) return [contender];
  }
  return [];
}

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

/** The contenders with a judged pair, by their number of comparisons. */
function judgedContenders(
  { find, excluded }: PairFacts,
  partners: ReadonlyMap<bigint, unknown>,
): ReadonlyMap<number, readonly Contender[]> {
  const offered = [...partners.keys()].filter((id) => !excluded.has(id));
  return groupBy(
    offered.flatMap((id) => find(id) ?? []),
    ({ score }) => score.votes,
  );
}

interface Search {
  readonly judged: ReadonlySet<bigint> | undefined;
  readonly best: Choice | undefined;
  readonly seed: string;
}

/** The best partner in the groups from an index on. */
function bestPartner(
  one: Contender,
  from: number,
  facts: PairFacts,
  search: Search,
): Choice | undefined {
  const { contenders } = facts;
  for (let start = from, end: number; start < contenders.length; start = end) {
    const group = contenders[start] as Contender;
    const comparisons = one.score.votes + group.score.votes;
    if (search.best !== undefined && comparisons > search.best.comparisons) return undefined;
    end = endOf(contenders, group, byGroup);
    const other = nearest(one, { start, end }, facts, search);
    if (other === undefined) continue;
    const distance = Math.abs(winRate(one) - winRate(other));
    return { pair: [one.id, other.id], comparisons, distance };
  }
  return undefined;
}

/** Searches the cells of a group outward from the option's win rate. */
function nearest(
  one: Contender,
  { start, end }: Range,
  { contenders, excluded }: PairFacts,
  { judged, seed }: Search,
): Contender | undefined {
  const rate = winRate(one);
  const votes = contenders[start]?.score.votes ?? 0;
  const isSkipped = (id: bigint) => id === one.id || excluded.has(id) || judged?.has(id) === true;
  let above = lowerBound(
    contenders,
    one,
    (each) => each.score.votes - votes || winRate(each) - rate,
  );
  let below = above;
  while (below > start || above < end) {
    const low = below > start ? contenders[below - 1] : undefined;
    const high = above < end ? contenders[above] : undefined;
    const lowIsNearer =
      low !== undefined && (high === undefined || rate - winRate(low) < winRate(high) - rate);
    const cell = lowIsNearer
      ? { start: lowerBound(contenders, low as Contender, byCell), end: below }
      : { start: above, end: endOf(contenders, high as Contender, byCell) };
    const [other] = pick(contenders, cell, `${seed}:${one.id}`, isSkipped);
    if (other !== undefined) return other;
    if (lowIsNearer) below = cell.start;
    else above = cell.end;
  }
  return undefined;
}

const isBetter = (one: Choice, other: Choice, seed: string): boolean => {
  const difference = one.comparisons - other.comparisons || one.distance - other.distance;
  return difference === 0 ? pairSeed(one, seed) < pairSeed(other, seed) : difference < 0;
};

const pairSeed = ({ pair: [one, other] }: Choice, seed: string): number =>
  one < other ? seedOf(`${seed}:${one}:${other}`) : seedOf(`${seed}:${other}:${one}`);
