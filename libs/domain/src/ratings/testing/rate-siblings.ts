import { rankingOf, scoreOption } from "../ranking";
import { type Rating, ratingOf } from "../rating";
import type { RatingRules, Sibling } from "../scores";
import type { Slices } from "../slices";

/** Runs a sliced computation to its end without pauses. */
export function atOnce<Result>(work: Slices<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** The ratings of all options under one parent, by id. */
export function rateSiblings(
  siblings: readonly Sibling[],
  rules: RatingRules,
): ReadonlyMap<bigint, Rating> {
  const entries = siblings.map((sibling) => scoreOption(sibling, rules));
  const ranking = atOnce(rankingOf(entries, rules));
  return new Map(siblings.map((sibling) => [sibling.id, ratingOf(ranking, sibling, rules)]));
}
