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

type VoteOfParticipant = Omit<CreditFacts, "paidVotesChange">;

function changedTo(vote: ListedVote, { participant, participantVotes }: VoteOfParticipant) {
  const votes = withVote(participantVotes.votes, vote);
  const tallyChange = tallyChangeOfVotes(participant, participantVotes, votes);
  return { kind: "credited", votes: [vote], tallyChange } satisfies CreditDecision;
}

/** Decides how much of a bought vote counts after a payment or a refund. */
export function decideCredit(facts: CreditFacts): CreditDecision {
  const { vote, paidVotesChange } = facts;
  const paidVotes = Math.max((vote.paidVotes ?? 0) + paidVotesChange, 0);
  // If all of it is refunded, the vote waits for a payment again, and keeps no place.
  const place = paidVotes === 0 ? { placeUntil: undefined, placeless: true } : { placeless: false };
  return changedTo({ ...vote, paidVotes, ...place }, facts);
}

/** A vote whose purchase ends without money falls back to its paid part, or is removed. */
export function decideEndOfPurchase(facts: VoteOfParticipant): CreditDecision | WithdrawDecision {
  const { participant, participantVotes, vote } = facts;
  const { paidVotes = 0 } = vote;
  if (paidVotes > 0) return changedTo({ ...vote, value: paidVotes }, facts);
  const votes = withoutVote(participantVotes.votes, vote.publicId);
  const tallyChange = tallyChangeOfVotes(participant, participantVotes, votes);
  return { kind: "withdrawn", vote, tallyChange, byAdmin: false, offerAgain: undefined };
}

/** Decides on a vote that would count but has no place left: it becomes an abstention. */
export const decideVoid = (facts: VoteOfParticipant): CreditDecision =>
  changedTo({ ...facts.vote, value: undefined, text: undefined }, facts);
