import { allow, type Decision, refuse } from "../refusals/decision";

export interface PollDeletion {
  readonly addressedBy: "admin_hash" | "member_hash";
  readonly ownsPoll: boolean;
  readonly hasPaidVotes: boolean;
}

/** Only the admin hash deletes a poll, one with paid votes only its owner (docs/reference/polls.md#deletion). */
export function mayDeletePoll({
  addressedBy,
  ownsPoll,
  hasPaidVotes,
}: PollDeletion): Decision<"not_by_admin_hash" | "has_paid_votes"> {
  if (addressedBy !== "admin_hash") return refuse("not_by_admin_hash");
  if (hasPaidVotes && !ownsPoll) return refuse("has_paid_votes");
  return allow;
}
