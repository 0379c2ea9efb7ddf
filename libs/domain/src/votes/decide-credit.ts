import type { Participant } from "../participants/participant";
import type { WithdrawDecision } from "./decide-withdraw";
import { type TallyChange, tallyChangeOfVotes } from "./tally-change";
import { type ListedVote, type ParticipantVotes, withoutVote, withVote } from "./vote";

/** A bought vote whose paid part changes. */
export interface CreditFacts {
  readonly participant: Pick<Participant, "fraudulent" | "paid">;
  readonly participantVotes: ParticipantVotes;
  readonly vote: ListedVote;
  /** The number of newly paid votes. Negative: refunded votes. */
  readonly paidVotesChange: number;
}

export interface CreditDecision {
  readonly kind: "credited";
  readonly votes: readonly [ListedVote];
  readonly tallyChange: TallyChange;
}

/** Decides how much of a bought vote counts after a payment or a refund. */
export function decideCredit({
  participant,
  participantVotes,
  vote,
  paidVotesChange,
}: CreditFacts): CreditDecision {
  const paidVotes = Math.max((vote.paidVotes ?? 0) + paidVotesChange, 0);
  // If all of it is refunded, the vote waits for a payment again, and keeps no place.
  const place = paidVotes === 0 ? { placeUntil: undefined, placeless: true } : { placeless: false };
  const credited = { ...vote, paidVotes, ...place };
  const votes = withVote(participantVotes.votes, credited);
  return {
    kind: "credited",
    votes: [credited],
    tallyChange: tallyChangeOfVotes(participant, participantVotes, votes),
  };
}

/** A vote whose purchase ends without money falls back to its paid part, or is removed. */
export function decideEndOfPurchase({
  participant,
  participantVotes,
  vote,
}: Omit<CreditFacts, "paidVotesChange">): CreditDecision | WithdrawDecision {
  const { paidVotes = 0 } = vote;
  const kept = { ...vote, value: paidVotes };
  const votes =
    paidVotes === 0
      ? withoutVote(participantVotes.votes, vote.publicId)
      : withVote(participantVotes.votes, kept);
  const tallyChange = tallyChangeOfVotes(participant, participantVotes, votes);
  return paidVotes === 0
    ? { kind: "withdrawn", vote, tallyChange, byAdmin: false, offerAgain: undefined }
    : { kind: "credited", votes: [kept], tallyChange };
}

/** Decides on a vote that would count but has no place left: it becomes an abstention. */
export function decideVoid({
  participant,
  participantVotes,
  vote,
}: Omit<CreditFacts, "paidVotesChange">): CreditDecision {
  const voided = { ...vote, value: undefined, text: undefined };
  const votes = withVote(participantVotes.votes, voided);
  return {
    kind: "credited",
    votes: [voided],
    tallyChange: tallyChangeOfVotes(participant, participantVotes, votes),
  };
}
