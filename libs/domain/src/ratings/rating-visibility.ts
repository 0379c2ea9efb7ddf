import type { PollCaller } from "../access/admit";
import type { ResultsVisible } from "../polls/results-visible";
import { isClosed } from "../polls/status";

export interface RatingVisibility {
  /** Rating, average, rank and counts, overall and per voting category. */
  readonly ratings: boolean;
  /** `best_rating` and `selected`. */
  readonly best: boolean;
}

/** The caller of whom the visibility of ratings depends, and the moment. */
export type RatingReader = Pick<PollCaller, "access" | "hasVoted" | "now"> & {
  readonly poll: Pick<PollCaller["poll"], "status" | "settings">;
};

/** Whether ratings are visible to a member. */
const shownToMember: Readonly<
  Record<ResultsVisible, (reader: Omit<RatingReader, "access">) => boolean>
> = {
  always: () => true,
  after_own_vote: ({ hasVoted }) => hasVoted,
  after_closing: ({ poll, now }) => isClosed(poll, now),
  never: () => false,
};

/** Whether the votes of the caller decide whether it sees ratings. */
export const dependsOnOwnVote = ({
  poll,
  access,
}: Pick<RatingReader, "poll" | "access">): boolean =>
  access !== "admin" && poll.settings.results_visible === "after_own_vote";

/** Which rating fields a reader sees, and a list may be ordered by (docs/reference/ratings.md#visibility). */
export function ratingVisibility(reader: RatingReader): RatingVisibility {
  if (reader.access === "admin") return { ratings: true, best: true };
  const { results_visible, hidden_best_rating } = reader.poll.settings;
  const ratings = shownToMember[results_visible](reader);
  return { ratings, best: ratings && !hidden_best_rating };
}
