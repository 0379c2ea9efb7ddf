import type { Participant } from "../participants/participant";
import { voteTypeAs } from "../vote-types";
import type { CastVote } from "./vote";

/** What a vote adds to the tallies while its participant counts; kept with its row. */
export interface VoteWeight {
  readonly counts: boolean;
  readonly score: number;
  readonly saysNo: boolean;
}

const weightless: VoteWeight = { counts: false, score: 0, saysNo: false };

/** What a vote weighs: an abstention nothing, a bought vote its paid part (decisions 7). */
export function weightOf(
  vote: Pick<CastVote, "type" | "value" | "text" | "paidVotes">,
): VoteWeight {
  const sold = vote.paidVotes !== undefined;
  const type = voteTypeAs(vote.type, sold);
  const counted = sold ? { value: vote.paidVotes, text: undefined } : vote;
  if (type.isAbstention(counted)) return weightless;
  return { counts: true, score: type.score(counted), saysNo: type.isNo(counted) };
}

/** Votes of a participant count unless it is fraudulent or owes the voting fee (decisions 7). */
export const participantCounts = ({
  fraudulent,
  paid,
}: Pick<Participant, "fraudulent" | "paid">): boolean => !fraudulent && paid !== false;

/** What a vote adds to the tally of an option. */
export interface Contribution {
  readonly votes: number;
  readonly total: number;
  readonly noes: number;
}

const nothing: Contribution = { votes: 0, total: 0, noes: 0 };

/** What a vote adds to the tally of its option, in comparisons the winner; ranks add up as ranks. */
export function contributionOf(
  vote: CastVote,
  participant: Pick<Participant, "fraudulent" | "paid">,
): Contribution {
  const { counts, score, saysNo } = weightOf(vote);
  if (!counts || !participantCounts(participant)) return nothing;
  return { votes: 1, total: score, noes: saysNo ? 1 : 0 };
}

/** What it adds to the tally of the loser of a comparison: a vote without a win. */
export function loserContributionOf(
  vote: CastVote,
  participant: Pick<Participant, "fraudulent" | "paid">,
): Contribution {
  const { votes } = contributionOf(vote, participant);
  return { votes: vote.loserOptionId === undefined ? 0 : votes, total: 0, noes: 0 };
}
