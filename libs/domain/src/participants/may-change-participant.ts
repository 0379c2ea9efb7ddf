import type { AccessLevel } from "../access/access-level";
import { pollTypes } from "../poll-types";
import type { Poll } from "../polls/poll";
import { hasVotingWallet } from "../polls/status";
import { allow, type Decision, refuse } from "../refusals/decision";
import { changeRefusal, type WindowRefusal } from "../votes/voting-window";

/** What must be known about a participant and the caller to judge a change of it. */
export interface ParticipantUpdate {
  readonly poll: Pick<Poll, "type" | "status" | "settings">;
  readonly now: Date;
  readonly access: AccessLevel;
  readonly isOwn: boolean;
  /** Nothing but `fraudulent` and `jury` changes (`isAdminMark`). */
  readonly onlyAdminMarks: boolean;
}

/** `not_yours` is 404; `not_changeable` 422, for admins whom rule 13 does not allow it (decisions 1). */
export type ParticipantUpdateRefusal = WindowRefusal | "not_yours" | "not_changeable";

/** Rule 13. Admins set their marks in every type and status (decisions 5). */
export function mayUpdateParticipant(
  update: ParticipantUpdate,
): Decision<ParticipantUpdateRefusal> {
  const { poll, now, access, isOwn } = update;
  if (access === "admin" && update.onlyAdminMarks) return allow;
  if (!isOwn && access !== "admin") return refuse("not_yours");
  if (!isOwn) {
    const { anonymize_voter_names, hidden_participants } = poll.settings;
    const isOpen = !anonymize_voter_names && !hidden_participants;
    if (!pollTypes.get(poll.type).adminsChangeParticipants || !isOpen) {
      return refuse("not_changeable");
    }
  }
  const closed = changeRefusal(poll, now);
  return closed === undefined ? allow : refuse(closed);
}

export interface ParticipationDeletion {
  readonly poll: Pick<Poll, "type" | "status" | "settings">;
  readonly now: Date;
  readonly access: AccessLevel;
  readonly isOwn: boolean;
  /** Capability of the account that owns the poll (decisions 5). */
  readonly canDeleteParticipations: boolean;
}

/** Every one of these is a 403 on delete participant (rule 14). */
export type ParticipationDeletionRefusal = "voting_wallet" | "not_allowed";

/** Rule 14: whether the participant's votes may go, those of all days and held ones too. */
export function mayDeleteVotes(
  deletion: ParticipationDeletion,
): Decision<ParticipationDeletionRefusal> {
  const { poll, now, access, isOwn, canDeleteParticipations } = deletion;
  if (hasVotingWallet(poll)) return refuse("voting_wallet");
  if (isOwn && changeRefusal(poll, now) === undefined) return allow;
  if (access !== "admin") return refuse("not_allowed");
  const mayAsAdmin = pollTypes.get(poll.type).adminsDeleteVotes || canDeleteParticipations;
  return mayAsAdmin ? allow : refuse("not_allowed");
}

/** Rule 15: whether the record goes with its votes, or is kept without them. */
export const mayDeleteRecord = ({
  poll,
  canDeleteParticipations,
}: Pick<ParticipationDeletion, "poll" | "canDeleteParticipations">): boolean =>
  canDeleteParticipations && !hasVotingWallet(poll);
