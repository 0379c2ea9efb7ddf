import type { Poll } from "../polls/poll";
import { hasVotingStarted, isClosed } from "../polls/status";
import { dayIn } from "../time/timezone";
import type { CastVote } from "./vote";

type Window = Pick<Poll, "status" | "settings">;

export type WindowRefusal = "poll_closed" | "voting_not_allowed" | "voting_not_started";

/** Why a poll accepts no vote; undefined: it does (docs/reference/polls.md#voting-window). */
export const votingRefusal = (poll: Window, now: Date): WindowRefusal | undefined =>
  changeRefusal(poll, now) ?? (hasVotingStarted(poll, now) ? undefined : "voting_not_started");

/** Why a poll does not *still* accept votes. Before the start it does; undefined: it does. */
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
