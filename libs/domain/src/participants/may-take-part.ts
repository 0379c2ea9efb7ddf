import type { AccessLevel } from "../access/access-level";
import { pollTypes } from "../poll-types";
import type { Poll } from "../polls/poll";
import { isClosed } from "../polls/status";
import { allow, type Decision, refuse } from "../refusals/decision";

export interface ParticipationFacts {
  readonly poll: Pick<Poll, "type" | "status" | "settings">;
  readonly now: Date;
  readonly access: AccessLevel;
  /** Undefined for an anonymous reader, who owns nothing. */
  readonly ownerKey: string | undefined;
  /** Whether the actor is a visitor of a page: a browser is one participant (docs/reference/pages.md#polls-on-pages). */
  readonly isVisitor: boolean;
  /** Whether the actor has a participant in the poll that did not give its place up. */
  readonly takesPart: boolean;
  /** Number of participants from the same client address. Counted only under `check_ip`. */
  readonly fromSameAddress: number;
  /** Whether the actor proved to be one person. Undefined: the poll asks for no proof. */
  readonly proof: "given" | "missing" | undefined;
  /** Undefined when no invitation code was given. */
  readonly invitation: "good" | "bad" | undefined;
}

export type TakePartRefusal =
  | "user_identifier_required"
  | "poll_closed"
  | "provider_sign_in_required"
  | "new_rows_not_allowed"
  | "already_participating"
  | "address_already_participating"
  | "invitation_required"
  | "invitation_invalid";

/** Whether an actor may have one participant only. Each row of a table is a participant. */
export const isOnce = (
  { type, settings }: Pick<Poll, "type" | "settings">,
  isVisitor: boolean,
): boolean => {
  const { participant_limitation_type: limitation } = settings;
  if (limitation === "check_invitation") return false;
  return limitation !== "check_nothing" || (isVisitor && !pollTypes.get(type).participantsAreRows);
};

/** How many waiting participants get a place, if `taken` have one (docs/reference/participants.md#places). */
export function placesToFill(
  { status, settings }: Pick<Poll, "status" | "settings">,
  taken: number,
  now: Date,
): number {
  const { participant_limit: limit } = settings;
  if (limit === undefined) return Number.POSITIVE_INFINITY;
  return isClosed({ status, settings }, now) ? 0 : Math.max(0, limit - taken);
}

/** Whether the caller may take part (docs/reference/participants.md#creation). */
export function mayTakePart(facts: ParticipationFacts): Decision<TakePartRefusal> {
  const { poll, now, access, ownerKey, invitation } = facts;
  const { participant_limitation_type: limitation, allow_new_rows } = poll.settings;
  if (ownerKey === undefined) return refuse("user_identifier_required");
  if (isClosed(poll, now)) return refuse("poll_closed");
  if (facts.proof === "missing") return refuse("provider_sign_in_required");
  if (pollTypes.get(poll.type).participantsAreRows && !allow_new_rows && access !== "admin") {
    return refuse("new_rows_not_allowed");
  }
  const isOnePerson = facts.proof === "given" && !pollTypes.get(poll.type).participantsAreRows;
  if (facts.takesPart && (isOnePerson || isOnce(poll, facts.isVisitor))) {
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
