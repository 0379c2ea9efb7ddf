import { compareFractions, type Fraction } from "./fraction";
import type { Ties } from "./ties";
import type { Count, CountRequest, Tie } from "./types";

/** What a method finds out; what it leaves out is null or 0. */
export type Outcome = Pick<Count, "winners" | "order" | "rounds" | "ties"> &
  Partial<Pick<Count, "quota" | "pairs" | "grades" | "exhausted">>;

/** Counts ballots of which each has at least one mark, or is an approval ballot without any. */
export type Method = (request: CountRequest) => Outcome;

/** All options of a count. */
export const optionsOf = ({ optionCount }: CountRequest): readonly number[] =>
  Array.from({ length: optionCount }, (_, option) => option);

/** Puts options in order, best first; equal ones are decided by the declared order. */
export function sortedBy(
  options: readonly number[],
  compare: (one: number, other: number) => number,
  ties: Ties,
  { over, round }: Pick<Tie, "over" | "round">,
): readonly number[] {
  const groups: number[][] = [];
  for (const option of [...options].sort(compare)) {
    const last = groups.at(-1);
    if (last?.[0] !== undefined && compare(last[0], option) === 0) last.push(option);
    else groups.push([option]);
  }
  return groups.flatMap((group) => ties.decide(group, over, round));
}

/** Compares options by a value of each, greatest first. */
export const highestFirst =
  (values: readonly Fraction[]) =>
  (one: number, other: number): number => {
    const [left, right] = [values[one], values[other]];
    return left === undefined || right === undefined ? 0 : compareFractions(right, left);
  };
