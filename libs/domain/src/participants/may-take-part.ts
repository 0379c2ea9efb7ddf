import type { AccessLevel } from "../access/access-level";
import { pollTypes } from "../poll-types";
import type { Poll } from "../polls/poll";
import { isClosed } from "../polls/status";
import { allow, type Decision, refuse } from "../refusals/decision";

/** What must be known to judge whether somebody may become a participant. */
export interface TakePart {
  readonly poll: Pick<Poll, "type" | "status" | "settings">;
  readonly now: Date;
  readonly access: AccessLevel;
  /** Undefined: a public token alone, to which nothing can belong (decisions 1). */
  readonly ownerKey: string | undefined;
  /** The actor's participants in the poll. */
  readonly ownParticipants: number;
  /** Participants that came from the same client address; asked for under `check_ip`. */
  readonly fromSameAddress: number;
  /** What became of the invitation code; asked for where one was given. */
  readonly invitation: "good" | "bad" | undefined;
}

export type TakePartRefusal =
  | "user_identifier_required"
  | "poll_closed"
  | "new_rows_not_allowed"
  | "already_participating"
  | "address_already_participating"
  | "invitation_required"
  | "invitation_invalid";

const severalAllowed: ReadonlySet<Poll["settings"]["participant_limitation_type"]> = new Set([
  "check_nothing",
  "check_invitation",
] as const);

/** Decisions 3 and 5: an identity, an open poll, and what `participant_limitation_type` says. */
export function mayTakePart(facts: TakePart): Decision<TakePartRefusal> {
  const { poll, now, access, ownerKey, invitation } = facts;
  const { participant_limitation_type: limitation, allow_new_rows } = poll.settings;
  if (ownerKey === undefined) return refuse("user_identifier_required");
  if (isClosed(poll, now)) return refuse("poll_closed");
  if (pollTypes.get(poll.type).participantsAreRows && !allow_new_rows && access !== "admin") {
    return refuse("new_rows_not_allowed");
  }
  if (!severalAllowed.has(limitation) && facts.ownParticipants > 0) {
    return refuse("already_participating");
  }
  if (limitation === "check_ip" && facts.fromSameAddress > 0) {
    return refuse("address_already_participating");
  }
  if (invitation === "bad") return refuse("invitation_invalid");
  if (limitation === "check_invitation" && invitation === undefined) {
    return refuse("invitation_required");
  }
  return allow;
}
