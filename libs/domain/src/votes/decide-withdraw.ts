import type { AccessLevel } from "../access/access-level";
import { type Actor, ownerKeyOf } from "../access/actor";
import type { Voter } from "../participants/participant";
import type { Poll } from "../polls/poll";
import { hasVotingWallet } from "../polls/status";
import { type Invalid, NotFound } from "../refusals/refusal";
import { isFinal } from "./purchase";
import { type TallyChange, tallyChangeOfVotes } from "./tally-change";
import { type ListedVote, type Pair, type ParticipantVotes, withoutVote } from "./vote";
import { refused, refusedFor } from "./vote-refusals";
import { changeRefusal, isOfToday } from "./voting-window";

export interface WithdrawFacts {
  readonly poll: Poll;
  readonly actor: Actor;
  readonly access: AccessLevel;
  readonly now: Date;
  /** `can_delete_participations` of the account that owns the poll. */
  readonly accountMayDelete: boolean;
  /** Undefined: the poll has none with that id. */
  readonly vote: ListedVote | undefined;
  readonly participant: Voter;
  readonly participantVotes: ParticipantVotes;
}

export type WithdrawDecision =
  | {
      readonly kind: "withdrawn";
      readonly vote: ListedVote;
      readonly tallyChange: TallyChange;
      /** An admin deleted another user's vote: the participant becomes `changed_by_admin`. */
      readonly byAdmin: boolean;
      /** The pair of the comparison, which is the next pair on offer. */
      readonly offerAgain: Pair | undefined;
    }
  | { readonly kind: "refused"; readonly refusal: NotFound | Invalid };

/**
 * Decides on the deletion of a vote by its owner (docs/reference/votes.md#withdrawing-a-vote) or by an admin
 * (docs/reference/votes.md#changes-by-admins).
 */
export function decideWithdraw(facts: WithdrawFacts): WithdrawDecision {
  const { poll, access, now, vote, participant, participantVotes } = facts;
  if (vote === undefined || !isOfToday(poll, vote, now)) return refused(new NotFound("Vote"));
  const own = ownerKeyOf(facts.actor) === participant.ownerKey;
  if (!own && access !== "admin") return refused(new NotFound("Vote"));
  if (hasVotingWallet(poll)) return refusedFor("voting_wallet");
  const asAdmin = access === "admin" && facts.accountMayDelete;
  if (!own && !asAdmin) return refusedFor("not_changeable");
  const closed = changeRefusal(poll, now);
  if (closed !== undefined && !asAdmin) return refusedFor(closed);
  if (own && isFinal(poll, vote)) return refusedFor("votes_are_final");
  return {
    kind: "withdrawn",
    vote,
    tallyChange: tallyChangeOfVotes(
      participant,
      participantVotes,
      withoutVote(participantVotes.votes, vote.publicId),
    ),
    byAdmin: !own,
    offerAgain: vote.loserOptionId === undefined ? undefined : [vote.optionId, vote.loserOptionId],
  };
}
