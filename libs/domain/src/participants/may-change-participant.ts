import type { AccessLevel } from "../access/access-level";
import { pollTypes } from "../poll-types";
import type { Poll } from "../polls/poll";
import { hasVotingWallet } from "../polls/status";
import { allow, type Decision, refuse } from "../refusals/decision";
import { changeRefusal, type WindowRefusal } from "../votes/voting-window";

export interface ParticipantUpdate {
  readonly poll: Pick<Poll, "type" | "status" | "settings">;
  readonly now: Date;
  readonly access: AccessLevel;
  readonly isOwn: boolean;
  /** Whether the request changes only `fraudulent` or `jury`. */
  readonly onlyAdminFlags: boolean;
  /** Whether the request sets `complete` of a complete survey to false. */
  readonly reopens: boolean;
}

/** `not_yours` becomes a 404, the others a 422. */
export type ParticipantUpdateRefusal =
  | WindowRefusal
  | "not_yours"
  | "not_changeable"
  | "votes_are_final";

/** Whether the caller may update a participant (docs/reference/participants.md#update). */
export function mayUpdateParticipant(
  update: ParticipantUpdate,
): Decision<ParticipantUpdateRefusal> {
  const { poll, now, access, isOwn } = update;
  if (access === "admin" && update.onlyAdminFlags) return allow;
  if (!isOwn && access !== "admin") return refuse("not_yours");
  if (!isOwn) {
    const { anonymize_voter_names, hidden_participants } = poll.settings;
    const isOpen = !anonymize_voter_names && !hidden_participants;
    if (!pollTypes.get(poll.type).adminsChangeParticipants || !isOpen) {
      return refuse("not_changeable");
    }
  }
  const closed = changeRefusal(poll, now);
  if (closed !== undefined) return refuse(closed);
  const isFinal = isOwn && update.reopens && poll.settings.final_votes;
  return isFinal ? refuse("votes_are_final") : allow;
}

export interface ParticipationDeletion {
  readonly poll: Pick<Poll, "type" | "status" | "settings">;
  readonly now: Date;
  readonly access: AccessLevel;
  readonly isOwn: boolean;
  /** A capability of the account that owns the poll (docs/reference/accounts.md#capabilities). */
  readonly canDeleteParticipations: boolean;
  /** Whether the participant has votes, other than held ones. */
  readonly hasCast: boolean;
}

/** The `code` of a 403. */
export type ParticipationDeletionRefusal = "voting_wallet" | "not_allowed";

/** Whether the caller may delete all votes of the participant (docs/reference/participants.md#deletion). */
export function mayDeleteVotes(
  deletion: ParticipationDeletion,
): Decision<ParticipationDeletionRefusal> {
  const { poll, now, access, isOwn, canDeleteParticipations } = deletion;
  if (hasVotingWallet(poll)) return refuse("voting_wallet");
  if (isOwn && poll.settings.final_votes && deletion.hasCast) return refuse("not_allowed");
  if (isOwn && changeRefusal(poll, now) === undefined) return allow;
  if (access !== "admin") return refuse("not_allowed");
  const mayAsAdmin = pollTypes.get(poll.type).adminsDeleteVotes || canDeleteParticipations;
  return mayAsAdmin ? allow : refuse("not_allowed");
}

/** Whether to delete the participant with its votes, or only the votes. */
export const mayDeleteRecord = ({
  poll,
  canDeleteParticipations,
}: Pick<ParticipationDeletion, "poll" | "canDeleteParticipations">): boolean =>
  canDeleteParticipations && !hasVotingWallet(poll);
