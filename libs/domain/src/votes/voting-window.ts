import type { Poll } from "../polls/poll";
import { hasVotingStarted, isClosed } from "../polls/status";
import { dayIn } from "../time/timezone";
import type { CastVote } from "./vote";

type Window = Pick<Poll, "status" | "settings">;

export type WindowRefusal = "poll_closed" | "voting_not_allowed" | "voting_not_started";

/** The reason why a poll accepts no votes. Undefined: it accepts votes (docs/reference/polls.md#voting-window). */
export const votingRefusal = (poll: Window, now: Date): WindowRefusal | undefined =>
  changeRefusal(poll, now) ?? (hasVotingStarted(poll, now) ? undefined : "voting_not_started");

/** The reason why a poll no longer accepts votes. Undefined before the end, also before the start. */
export const changeRefusal = (poll: Window, now: Date): WindowRefusal | undefined => {
  if (isClosed(poll, now)) return "poll_closed";
  return poll.settings.allow_voting ? undefined : "voting_not_allowed";
};

type PerDay = Pick<Poll, "settings">;

/** The day of a time in the time zone of the poll. Undefined without `vote_per_day`. */
export const voteDateOf = ({ settings }: PerDay, moment: Date): string | undefined =>
  settings.vote_per_day ? dayIn(settings.timezone, moment) : undefined;

/** With `vote_per_day`, only votes of the current day can be read, changed or deleted. */
export const isOfToday = (
  poll: PerDay,
  { voteDate }: Pick<CastVote, "voteDate">,
  now: Date,
): boolean => !poll.settings.vote_per_day || voteDate === voteDateOf(poll, now);
