import type { Poll, PollStatus } from "./poll";

type StoredStatus = Pick<Poll, "status" | "settings">;

/** Whether an admin closed the poll or its `deadline_voting` has passed (docs/reference/polls.md#status). */
export const isClosed = ({ status, settings }: StoredStatus, now: Date): boolean =>
  status === "closed" || hasPassed(settings.deadline_voting, now);

/** The status in responses. A poll whose voting has not started is active. */
export const statusOf = (poll: StoredStatus, now: Date): PollStatus =>
  isClosed(poll, now) ? "closed" : "active";

/** Whether votes are accepted since `start_date_voting`. At this moment they are. */
export const hasVotingStarted = ({ settings }: Pick<Poll, "settings">, now: Date): boolean =>
  settings.start_date_voting === undefined || now >= settings.start_date_voting;

/** Why members cannot create or change options now (docs/reference/options.md#submission-window). */
export type NoSubmissions = "poll_closed" | "submission_not_started" | "submission_ended";

/** The reason, or undefined at times when members can create and change options. */
export function whyNoSubmissions(poll: StoredStatus, now: Date): NoSubmissions | undefined {
  const { start_date_submission: start, deadline_submission: deadline } = poll.settings;
  if (isClosed(poll, now)) return "poll_closed";
  if (start !== undefined && now < start) return "submission_not_started";
  return hasPassed(deadline, now) ? "submission_ended" : undefined;
}

/** Whether votes or participation cost money (docs/reference/payments.md#voting-wallet). */
export const hasVotingWallet = ({ settings }: Pick<Poll, "settings">): boolean =>
  settings.voting_fee_type === "voting_fee" || settings.voting_fee_type === "voting_sell_votes";

/** Whether the deadline is over. At the moment of the deadline it is. */
export const hasPassed = (deadline: Date | undefined, now: Date): boolean =>
  deadline !== undefined && now >= deadline;
