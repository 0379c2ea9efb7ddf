import type { Poll, PollStatus } from "./poll";

type Timed = Pick<Poll, "status" | "settings">;

/** Closed by an admin, or since `deadline_voting`: computed when read (decisions 3). */
export const isClosed = ({ status, settings }: Timed, now: Date): boolean =>
  status === "closed" || hasPassed(settings.deadline_voting, now);

export const statusOf = (poll: Timed, now: Date): PollStatus =>
  isClosed(poll, now) ? "closed" : "active";

export const hasVotingStarted = ({ settings }: Pick<Poll, "settings">, now: Date): boolean =>
  settings.start_date_voting === undefined || now >= settings.start_date_voting;

/** Why members can submit or change no options now (decisions 4). */
export type NoSubmissions = "poll_closed" | "submission_not_started" | "submission_ended";

export function whyNoSubmissions(poll: Timed, now: Date): NoSubmissions | undefined {
  const { start_date_submission: start, deadline_submission: deadline } = poll.settings;
  if (isClosed(poll, now)) return "poll_closed";
  if (start !== undefined && now < start) return "submission_not_started";
  return hasPassed(deadline, now) ? "submission_ended" : undefined;
}

/** A poll has a voting wallet when votes or taking part cost a fee (decisions 10). */
export const hasVotingWallet = ({ settings }: Pick<Poll, "settings">): boolean =>
  settings.voting_fee_type === "voting_fee" || settings.voting_fee_type === "voting_sell_votes";

export const hasPassed = (deadline: Date | undefined, now: Date): boolean =>
  deadline !== undefined && now >= deadline;
