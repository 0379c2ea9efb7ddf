import { randomFrom } from "./events";

/** Each poll's share of all votes, the most popular first: the share of poll n is proportional to 1 / n^exponent. */
export function zipfShares(polls: number, exponent: number): readonly number[] {
  const weights = Array.from({ length: polls }, (_, at) => (at + 1) ** -exponent);
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** The shard of each poll. It is chosen at random and never changes. */
export function shardsOf(polls: number, shards: number, seed: number): readonly number[] {
  const random = randomFrom(seed);
  return Array.from({ length: polls }, () => Math.floor(random() * shards));
}

export function sumBy(
  shares: readonly number[],
  groups: readonly number[],
  count: number,
): readonly number[] {
  const sums = Array.from({ length: count }, () => 0);
  groups.forEach((group, at) => {
    sums[group] = (sums[group] ?? 0) + (shares[at] ?? 0);
  });
  return sums;
}

/** The node of each shard at its creation: round-robin. */
export const inTurn = (shards: number, nodes: number): readonly number[] =>
  Array.from({ length: shards }, (_, shard) => shard % nodes);

/** The node of each shard after moves: the busiest shard first, each to the node with the least load. */
export function balanced(loads: readonly number[], nodes: number): readonly number[] {
  const sums = Array.from({ length: nodes }, () => 0);
  const placed = Array.from({ length: loads.length }, () => 0);
  const busiestFirst = loads
    .map((load, shard) => ({ load, shard }))
    .sort((one, other) => other.load - one.load || one.shard - other.shard);
  for (const { load, shard } of busiestFirst) {
    const node = sums.indexOf(Math.min(...sums));
    sums[node] = (sums[node] ?? 0) + load;
    placed[shard] = node;
  }
  return placed;
}

/** The load of the busiest node relative to an even distribution; 1 is perfect. */
export const unevenness = (loads: readonly number[]): number =>
  (Math.max(...loads) * loads.length) / loads.reduce((sum, load) => sum + load, 0);

export interface Fleet {
  readonly polls: number;
  readonly exponent: number;
  readonly nodes: number;
  readonly seed: number;
}

const MOST_SHARDS_A_NODE = 1_024;
const TRIES = 5;

/**
 * Shards per node with which no node exceeds `tolerance` of an even load, in the worst of five
 * random placements. Undefined if the most popular poll alone exceeds it.
 */
export function shardsNeeded(fleet: Fleet, tolerance: number): number | undefined {
  const { polls, exponent, nodes, seed } = fleet;
  const shares = zipfShares(polls, exponent);
  if ((shares[0] ?? 0) * nodes > tolerance) return undefined;
  for (let each = 1; each <= MOST_SHARDS_A_NODE; each *= 2) {
    const count = each * nodes;
    const worst = Array.from({ length: TRIES }, (_, attempt) => {
      const loads = sumBy(shares, shardsOf(polls, count, seed + attempt), count);
      return unevenness(sumBy(loads, balanced(loads, nodes), nodes));
    });
    if (Math.max(...worst) <= tolerance) return each;
  }
  return undefined;
}
