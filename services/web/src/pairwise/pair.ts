import type { OptionListItem, Poll } from "@polls/client";
import type { FirstData } from "../shell/first-data";

export type Pair = readonly [OptionListItem, OptionListItem];

export const pairOf = ([first, second]: readonly OptionListItem[]): Pair | "none" =>
  first === undefined || second === undefined ? "none" : [first, second];

/** The ids of a pair, the same whichever side each is on. */
export const idsOf = (pair: Pair | "none" | undefined) =>
  typeof pair === "object" &&
  pair
    .map(({ id }) => id)
    .sort()
    .join();

/** The pair that came with the page; undefined: its options were hidden. */
export const firstPair = ({ options, offer, participant }: FirstData): Pair | "none" | undefined =>
  options && pairOf(offer || participant ? options.items : []);

/** How many pairs a participant can judge. */
export function pairsOf({ options_count: options, settings }: Poll): number {
  const all = (options * (options - 1)) / 2;
  return Math.min(all, settings.vote_limit_per_voter ?? all);
}
