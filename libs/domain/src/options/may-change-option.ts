import type { AccessLevel } from "../access/access-level";
import type { Poll } from "../polls/poll";
import { type NoSubmissions, whyNoSubmissions } from "../polls/status";
import { allow, type Decision, refuse } from "../refusals/decision";

/** What must be known about an option and the caller to judge a change of it. */
export interface OptionUpdate {
  readonly poll: Pick<Poll, "status" | "settings">;
  readonly now: Date;
  readonly access: AccessLevel;
  readonly isOwn: boolean;
  /** Votes on it or under it, held ones included. */
  readonly hasVotes: boolean;
}

export interface OptionDeletion extends OptionUpdate {
  /** A submission fee for it, or for an option under it, was paid. */
  readonly feePaid: boolean;
  /** Votes on it or under it were paid. */
  readonly votesPaid: boolean;
  /** A branching rule of a step that stays names it or an option under it. */
  readonly usedInBranching: boolean;
}

export type OptionUpdateRefusal = NoSubmissions | "not_yours" | "has_votes";

export type OptionDeletionRefusal =
  | OptionUpdateRefusal
  | "fee_paid"
  | "votes_paid"
  | "used_in_branching";

/** Authors update while the submission window is open and nobody voted; admins are not bound by that. */
export function mayUpdateOption(update: OptionUpdate): Decision<OptionUpdateRefusal> {
  if (update.access === "admin") return allow;
  if (!update.isOwn) return refuse("not_yours");
  const outside = whyNoSubmissions(update.poll, update.now);
  if (outside !== undefined) return refuse(outside);
  return update.hasVotes ? refuse("has_votes") : allow;
}

/** Rule 17: what was paid for and what branching names never goes; else as an update. */
export function mayDeleteOption(deletion: OptionDeletion): Decision<OptionDeletionRefusal> {
  if (deletion.access !== "admin" && !deletion.isOwn) return refuse("not_yours");
  if (deletion.feePaid) return refuse("fee_paid");
  if (deletion.votesPaid) return refuse("votes_paid");
  if (deletion.usedInBranching) return refuse("used_in_branching");
  return mayUpdateOption(deletion);
}
