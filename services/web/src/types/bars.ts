import type { Poll } from "@polls/client";
import type { VoteType } from "./vote-types";

/** The limits of the values of votes, which are the ends of a scale. */
export type BarBounds = Pick<
  Poll["settings"],
  "vote_limit_per_option" | "vote_limit_per_option_min"
>;

/**
 * The lengths of bars, from 0 to 1, on the scale of their figure (docs/reference/pages.md#results-on-pages). `most`: the
 * highest value; `voters`: the people who can vote.
 */
export function barLengths(
  figure: "average" | "votes" | "sum",
  {
    type,
    bounds,
    voters,
    most,
  }: {
    readonly type: VoteType | undefined;
    readonly bounds: BarBounds;
    readonly voters: number;
    readonly most: number;
  },
): (value: number) => number {
  const top = figure === "average" ? type?.top : undefined;
  const { vote_limit_per_option: max = top, vote_limit_per_option_min: min = 0 } =
    type?.bounded === true ? bounds : {};
  if (top === undefined || max === undefined) {
    return (value) => lengthOf(value, figure === "votes" ? Math.max(voters, most) : most);
  }
  const low = Math.min(0, min);
  return (value) => lengthOf(value - low, Math.max(max, most) - low);
}

/** The share of the whole, from 0 to 1. */
export const lengthOf = (value: number, whole: number): number =>
  whole > 0 ? Math.min(1, Math.max(0, value) / whole) : 0;
