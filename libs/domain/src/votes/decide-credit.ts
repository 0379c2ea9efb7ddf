import type { Participant } from "../participants/participant";
import { type TallyChange, votesChange } from "./tally-change";
import { type ListedVote, type ParticipantVotes, withVote } from "./vote";

/** A bought vote that is to count for more, or less, than it did. */
export interface CreditFacts {
  readonly participant: Pick<Participant, "fraudulent" | "paid">;
  readonly participantVotes: ParticipantVotes;
  readonly vote: ListedVote;
  /** Votes that are newly paid for; negative: paid back. */
  readonly paidVotesChange: number;
}

export interface CreditDecision {
  readonly kind: "credited";
  readonly votes: readonly [ListedVote];
  readonly tallyChange: TallyChange;
}

/** Decides how much of a bought vote counts once money has arrived or gone back. */
export function decideCredit({
  participant,
  participantVotes,
  vote,
  paidVotesChange,
}: CreditFacts): CreditDecision {
  const credited = { ...vote, paidVotes: Math.max((vote.paidVotes ?? 0) + paidVotesChange, 0) };
  const votes = withVote(participantVotes.votes, credited);
  return {
    kind: "credited",
    votes: [credited],
    tallyChange: votesChange(participant, participantVotes, votes),
  };
}
