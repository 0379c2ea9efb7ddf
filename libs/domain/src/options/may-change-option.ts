import type { AccessLevel } from "../access/access-level";
import type { Poll } from "../polls/poll";
import { type NoSubmissions, whyNoSubmissions } from "../polls/status";
import { allow, type Decision, refuse } from "../refusals/decision";

export interface OptionUpdate {
  readonly poll: Pick<Poll, "status" | "settings">;
  readonly now: Date;
  readonly access: AccessLevel;
  readonly isOwn: boolean;
  /** Whether the option or its descendants have votes, including held ones. */
  readonly hasVotes: boolean;
}

export interface OptionDeletion extends OptionUpdate {
  /** Whether a submission fee was paid for the option or a descendant. */
  readonly feePaid: boolean;
  /** Whether votes on the option or its descendants were paid. */
  readonly votesPaid: boolean;
  /** Whether a branching rule of another step refers to the option or a descendant. */
  readonly usedInBranching: boolean;
  /** Whether the option or a descendant is a final date of the poll. */
  readonly decided: boolean;
}

export type OptionUpdateRefusal = NoSubmissions | "not_yours" | "has_votes";

export type OptionDeletionRefusal =
  | OptionUpdateRefusal
  | "fee_paid"
  | "votes_paid"
  | "used_in_branching"
  | "option_decided";

/** Whether the caller may update an option (docs/reference/options.md#update). */
export function mayUpdateOption(update: OptionUpdate): Decision<OptionUpdateRefusal> {
  if (update.access === "admin") return allow;
  if (!update.isOwn) return refuse("not_yours");
  const outside = whyNoSubmissions(update.poll, update.now);
  if (outside !== undefined) return refuse(outside);
  return update.hasVotes ? refuse("has_votes") : allow;
}

/** Whether the caller may delete an option (docs/reference/options.md#deletion). */
export function mayDeleteOption(deletion: OptionDeletion): Decision<OptionDeletionRefusal> {
  if (deletion.access !== "admin" && !deletion.isOwn) return refuse("not_yours");
  if (deletion.feePaid) return refuse("fee_paid");
  if (deletion.votesPaid) return refuse("votes_paid");
  if (deletion.usedInBranching) return refuse("used_in_branching");
  if (deletion.decided) return refuse("option_decided");
  return mayUpdateOption(deletion);
}
