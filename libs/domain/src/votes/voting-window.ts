import type { Poll } from "../polls/poll";
import { hasVotingStarted, isClosed } from "../polls/status";
import { dayIn } from "../time/timezone";
import type { CastVote } from "./vote";

type Window = Pick<Poll, "status" | "settings">;

export type WindowRefusal = "poll_closed" | "voting_not_allowed" | "voting_not_started";

/** Why a poll accepts no vote at a moment; undefined: it does (decisions 3, Status). */
export const votingRefusal = (poll: Window, now: Date): WindowRefusal | undefined =>
  changeRefusal(poll, now) ?? (hasVotingStarted(poll, now) ? undefined : "voting_not_started");

/** Why a poll does not *still* accept votes: as above, but before the start it does (rules 8, 12 to 14). */
export const changeRefusal = (poll: Window, now: Date): WindowRefusal | undefined => {
  if (isClosed(poll, now)) return "poll_closed";
  return poll.settings.allow_voting ? undefined : "voting_not_allowed";
};

type PerDay = Pick<Poll, "settings">;

/** The poll's local day of a moment, where the poll votes per day. */
export const voteDateOf = ({ settings }: PerDay, moment: Date): string | undefined =>
  settings.vote_per_day ? dayIn(settings.timezone, moment) : undefined;

/** Under `vote_per_day` only votes of the current day can be found, changed or deleted. */
export const isOfToday = (
  poll: PerDay,
  { voteDate }: Pick<CastVote, "voteDate">,
  now: Date,
): boolean => !poll.settings.vote_per_day || voteDate === voteDateOf(poll, now);
