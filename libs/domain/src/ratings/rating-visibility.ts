import type { AccessLevel } from "../access/access-level";
import type { Poll } from "../polls/poll";
import { isClosed } from "../polls/status";

export interface RatingVisibility {
  /** Rating, average, rank and counts, overall and per voting category. */
  readonly ratings: boolean;
  /** `best_rating` and `selected`. */
  readonly best: boolean;
}

/**
 * Which rating fields a reader sees. A list must not be ordered by hidden ratings
 * (docs/reference/ratings.md#visibility).
 */
export function ratingVisibility(
  poll: Pick<Poll, "status" | "settings">,
  access: AccessLevel,
  now: Date,
): RatingVisibility {
  if (access === "admin") return { ratings: true, best: true };
  const { hide_results, hide_votes, hidden_best_rating } = poll.settings;
  const ratings = !hide_results && !(hide_votes && !isClosed(poll, now));
  return { ratings, best: ratings && !hidden_best_rating };
}
