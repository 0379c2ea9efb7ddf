import { compareFractions, type Fraction } from "./fraction";
import type { Ties } from "./ties";
import type { Count, CountRequest, CountRound, RoundReason } from "./types";

/**
 * What a method finds out; what it leaves out is null or 0. Options that are not in `order` can not
 * be elected, and follow the others.
 */
export type Outcome = Pick<Count, "winners" | "order" | "rounds" | "ties"> &
  Partial<Pick<Count, "quota" | "pairs" | "grades" | "exhausted">>;

/** Counts ballots of which each has at least one mark, or is an approval ballot without any. */
export type Method = (request: CountRequest) => Outcome;

/** Negative when the first option stands before the second, 0 when both are equal. */
export type Comparison = (one: number, other: number) => number;

/** All options of a count. */
export const optionsOf = ({ optionCount }: Pick<CountRequest, "optionCount">): readonly number[] =>
  Array.from({ length: optionCount }, (_, option) => option);

/** Compares options by a value of each, greatest first. */
export const highestFirst =
  (values: readonly Fraction[]): Comparison =>
  (one, other) => {
    const [left, right] = [values[one], values[other]];
    return left === undefined || right === undefined ? 0 : compareFractions(right, left);
  };

/** Equal options in groups, the best group first. */
export function groupsBy(
  options: readonly number[],
  compare: Comparison,
): readonly (readonly number[])[] {
  const groups: number[][] = [];
  for (const option of [...options].sort(compare)) {
    const last = groups.at(-1);
    if (last?.[0] !== undefined && compare(last[0], option) === 0) last.push(option);
    else groups.push([option]);
  }
  return groups;
}

/** Puts groups of equal options in order, best first. Ties count as an election up to `seats`. */
export function orderOf(
  groups: readonly (readonly number[])[],
  ties: Ties,
  { round, seats }: { readonly round: number; readonly seats: number },
): readonly number[] {
  const order: number[] = [];
  for (const group of groups) {
    order.push(...ties.decide(group, order.length < seats ? "election" : "order", round));
  }
  return order;
}

/** The first options by a comparison. A tie is decided only where it goes beyond `count`. */
export function bestOf(
  options: readonly number[],
  compare: Comparison,
  count: number,
  decide: (group: readonly number[]) => readonly number[],
): readonly number[] {
  const best: number[] = [];
  for (const group of groupsBy(options, compare)) {
    const places = count - best.length;
    if (places <= 0) break;
    best.push(...(group.length > places ? decide(group).slice(0, places) : group));
  }
  return best;
}

/** The order of groups of equal options in a count of one round. */
export const orderAtOnce = (
  { seats }: CountRequest,
  groups: readonly (readonly number[])[],
  ties: Ties,
): readonly number[] => orderOf(groups, ties, { round: 0, seats });

/** The outcome of a method that ranks options in one round, best first. */
export function rankedAtOnce(
  { seats }: CountRequest,
  order: readonly number[],
  ties: Ties,
  { tally, reason }: { readonly tally: readonly Fraction[]; readonly reason: RoundReason },
): Outcome {
  const winners = order.slice(0, seats);
  const round: CountRound = {
    tally: tally
      .map((votes, option) => ({ option, votes }))
      .filter(({ option }) => order.includes(option)),
    elected: winners,
    eliminated: [],
    transfers: [],
    exhausted: { numerator: 0n, denominator: 1n },
    reason,
  };
  return { winners, order, rounds: [round], ties: ties.decided };
}

/** The outcome of a method that elects the options with the most points. */
export const mostPoints = (
  request: CountRequest,
  points: readonly Fraction[],
  ties: Ties,
  options: readonly number[] = optionsOf(request),
): Outcome =>
  rankedAtOnce(request, orderAtOnce(request, groupsBy(options, highestFirst(points)), ties), ties, {
    tally: points,
    reason: { kind: "highest" },
  });
