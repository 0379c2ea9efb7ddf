import type { Mark } from "./ballot";
import type { VotingRules } from "./rules";

/** The rest of `vote_limit_per_voter`; undefined: no limit. */
export interface Left {
  readonly left: number;
  readonly of: number;
  /** Values add up; else each option with a vote counts once. */
  readonly addsUp: boolean;
}

/** The remaining votes of the participant (docs/reference/votes.md#limit-per-participant). */
export function leftOf(
  { type, bounds, sold }: VotingRules,
  marks: ReadonlyMap<string, Mark>,
): Left | undefined {
  const addsUp = type?.limitAddsUp === true || sold;
  const of = bounds.vote_limit_per_voter ?? type?.defaultLimit;
  if (of === undefined) return undefined;
  const used = addsUp ? sumOf(marks) : optionsIn(marks);
  return { left: Math.max(0, of - used), of, addsUp };
}

const sumOf = (marks: ReadonlyMap<string, Mark>): number =>
  [...marks.values()].reduce((sum, { value }) => sum + (typeof value === "number" ? value : 0), 0);

/** Votes in several categories on one option count once. */
const optionsIn = (marks: ReadonlyMap<string, Mark>): number =>
  new Set(
    [...marks]
      .filter(([, { value }]) => value !== undefined && value !== 0)
      .map(([key]) => key.split(" ")[0]),
  ).size;
