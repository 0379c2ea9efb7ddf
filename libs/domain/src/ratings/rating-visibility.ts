import type { AccessLevel } from "../access/access-level";
import type { Poll } from "../polls/poll";
import { isClosed } from "../polls/status";

export interface RatingVisibility {
  /** Rating, average, rank, counts, and those of each voting category. */
  readonly ratings: boolean;
  /** `best_rating` and `selected`. */
  readonly best: boolean;
}

/**
 * Which rating fields a reader sees; what members do not see orders no list of theirs either:
 * `hide_results` always, `hide_votes` until closed, `hidden_best_rating` best and selected only (decisions 7).
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
