import type { Sha256, Tie, TieBreak } from "./types";

/** Decides ties by the declared order, and keeps a record of each. */
export interface Ties {
  /** The options, best first. `over` and `round` go into the record. */
  readonly decide: (
    options: readonly number[],
    over: Tie["over"],
    round: number,
  ) => readonly number[];
  /** The options as they would be decided, without a record. */
  readonly ordered: (options: readonly number[]) => readonly number[];
  readonly decided: readonly Tie[];
}

export interface TieRules {
  readonly tieBreak: readonly TieBreak[];
  readonly seed: string;
  readonly sha256: Sha256;
  /** The first ranks, highest grades or approvals of each option. */
  readonly firsts: readonly number[];
}

/**
 * The number of an option in the draw, lowest first. Any tool can repeat it: SHA-256 of `seed/index`, the index from 0.
 */
export const drawnNumber = (seed: string, option: number, sha256: Sha256): string =>
  sha256(`${seed}/${option}`);

type Comparison = (one: number, other: number) => number;

/** Ties of a count. Where the declared order leaves options equal, the earlier option comes first. */
export function tiesBy({ tieBreak, seed, sha256, firsts }: TieRules): Ties {
  const decided: Tie[] = [];
  const numbers = new Map<number, string>();
  const numberOf = (option: number): string => {
    const number = numbers.get(option) ?? drawnNumber(seed, option, sha256);
    numbers.set(option, number);
    return number;
  };
  const comparisons: Readonly<Record<TieBreak, Comparison>> = {
    first_ranks: (one, other) => (firsts[other] ?? 0) - (firsts[one] ?? 0),
    earlier_option: (one, other) => one - other,
    seed: (one, other) => (numberOf(one) < numberOf(other) ? -1 : 1),
  };
  const criteria: readonly TieBreak[] = [...new Set<TieBreak>([...tieBreak, "earlier_option"])];

  const order = (options: readonly number[]) => {
    const by = new Set<TieBreak>();
    const sorted = [...options].sort((one, other) => {
      for (const criterion of criteria) {
        const result = comparisons[criterion](one, other);
        if (result !== 0) {
          by.add(criterion);
          return result;
        }
      }
      return 0;
    });
    return { sorted, by: criteria.filter((criterion) => by.has(criterion)) };
  };
  return {
    decided,
    ordered: (options) => order(options).sorted,
    decide(options, over, round) {
      if (options.length < 2) return options;
      const { sorted, by } = order(options);
      decided.push({ round, over, order: sorted, by });
      return sorted;
    },
  };
}
