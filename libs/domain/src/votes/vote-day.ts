import type { Poll } from "../polls/poll";
import { dayIn } from "../time/timezone";
import type { CastVote } from "./cast-vote";

/** Under `vote_per_day` only votes of the current day can be found, changed or deleted (rule 10). */
export const isOfToday = (
  { settings }: Pick<Poll, "settings">,
  { voteDate }: Pick<CastVote, "voteDate">,
  now: Date,
): boolean => !settings.vote_per_day || voteDate === dayIn(settings.timezone, now);
