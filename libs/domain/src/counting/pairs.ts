import { optionsOf } from "./method";
import { type RankedBallots, rankedBallots } from "./ranked-ballots";
import type { CountRequest } from "./types";

/** `pairs[a][b]` is the number of ballots that prefer a to b. */
export type Pairs = readonly (readonly number[])[];

export const pairAt = (pairs: Pairs, one: number, other: number): number =>
  pairs[one]?.[other] ?? 0;

/** Compares each two options on all ballots. What a ballot leaves out is below what it ranks. */
export function pairsOf(request: CountRequest): {
  readonly pairs: Pairs;
  readonly ranked: RankedBallots;
} {
  const { ballots, optionCount } = request;
  const ranked = rankedBallots(ballots, optionCount);
  const { counts, starts, options, ranks } = ranked;
  // Preferences among ranked options, then all ballots that rank one, and those that rank both.
  const wins = new Float64Array(optionCount * optionCount);
  const both = new Float64Array(optionCount * optionCount);
  const given = new Float64Array(optionCount);
  for (const [ballot, count] of counts.entries()) {
    const [start = 0, end = 0] = [starts[ballot], starts[ballot + 1]];
    for (let at = start; at < end; at++) {
      const [option, rank] = [options[at] ?? 0, ranks[at] ?? 0];
      given[option] = (given[option] ?? 0) + count;
      for (let next = at + 1; next < end; next++) {
        const cell = option * optionCount + (options[next] ?? 0);
        if ((ranks[next] ?? 0) > rank) wins[cell] = (wins[cell] ?? 0) + count;
        else both[cell] = (both[cell] ?? 0) + count;
      }
    }
  }
  const cell = (matrix: Float64Array, one: number, other: number): number =>
    matrix[one * optionCount + other] ?? 0;
  const all = optionsOf(request);
  const pairs = all.map((one) =>
    all.map((other) => {
      if (one === other) return 0;
      const won = cell(wins, one, other);
      const together =
        won + cell(wins, other, one) + cell(both, one, other) + cell(both, other, one);
      return won + (given[one] ?? 0) - together;
    }),
  );
  return { pairs, ranked };
}

/** Groups of options, of which each group is preferred to the following ones. */
export function tiersOf(
  options: readonly number[],
  beats: (one: number, other: number) => boolean,
): readonly (readonly number[])[] {
  const tiers: (readonly number[])[] = [];
  let left = options;
  while (left.length > 0) {
    const unbeaten = left.filter((option) => !left.some((other) => beats(other, option)));
    tiers.push(unbeaten);
    left = left.filter((option) => !unbeaten.includes(option));
  }
  return tiers;
}
