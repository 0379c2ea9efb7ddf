import { optionsOf } from "./method";
import { type RankedBallots, rankedBallots } from "./ranked-ballots";
import type { Ties } from "./ties";
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
  const rankings = new Float64Array(optionCount);
  for (const [ballot, count] of counts.entries()) {
    const [start = 0, end = 0] = [starts[ballot], starts[ballot + 1]];
    for (let at = start; at < end; at++) {
      const [option, rank] = [options[at] ?? 0, ranks[at] ?? 0];
      rankings[option] = (rankings[option] ?? 0) + count;
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
      return won + (rankings[one] ?? 0) - together;
    }),
  );
  return { pairs, ranked };
}

/**
 * The order in which each place goes to an option that no option left beats. Several such options
 * are a tie, which is recorded again only when another option joins it.
 */
export function unbeatenFirst(
  request: CountRequest,
  beats: (one: number, other: number) => boolean,
  ties: Ties,
): readonly number[] {
  const order: number[] = [];
  let left = optionsOf(request);
  let tied: readonly number[] = [];
  while (left.length > 0) {
    const unbeaten = left.filter((option) => !left.some((other) => beats(other, option)));
    const isDecided = unbeaten.every((option) => tied.includes(option));
    const over = order.length < request.seats ? "election" : "order";
    tied = isDecided ? ties.ordered(unbeaten) : ties.decide(unbeaten, over, 0);
    const [first = 0] = tied;
    order.push(first);
    left = left.filter((option) => option !== first);
  }
  return order;
}
