import type { Participant } from "../participants/participant";
import { voteTypeAs } from "../vote-types";
import type { CastVote } from "./vote";

/** The share of a vote in the tallies while its participant counts; stored in its row. */
export interface VoteWeight {
  readonly counts: boolean;
  readonly score: number;
  readonly saysNo: boolean;
}

const weightless: VoteWeight = { counts: false, score: 0, saysNo: false };

/** The weight of a vote: nothing for an abstention, the paid part of a bought vote. */
export function weightOf(
  vote: Pick<CastVote, "type" | "value" | "text" | "paidVotes">,
): VoteWeight {
  const sold = vote.paidVotes !== undefined;
  const type = voteTypeAs(vote.type, sold);
  const counted = sold ? { value: vote.paidVotes, text: undefined } : vote;
  if (type.isAbstention(counted)) return weightless;
  return { counts: true, score: type.score(counted), saysNo: type.isNo(counted) };
}

/** Votes of a fraudulent participant, or of one that owes the voting fee, do not count. */
export const participantCounts = ({
  fraudulent,
  paid,
}: Pick<Participant, "fraudulent" | "paid">): boolean => !fraudulent && paid !== false;

/** The part of a vote in the tally of an option. */
export interface Contribution {
  readonly votes: number;
  readonly total: number;
  readonly noes: number;
}

const nothing: Contribution = { votes: 0, total: 0, noes: 0 };

/** The part of a vote in the tally of its option, in comparisons the winner. Ranks add up as ranks. */
export function contributionOf(
  vote: CastVote,
  participant: Pick<Participant, "fraudulent" | "paid">,
): Contribution {
  const { counts, score, saysNo } = weightOf(vote);
  if (!counts || !participantCounts(participant)) return nothing;
  return { votes: 1, total: score, noes: saysNo ? 1 : 0 };
}

/** The part of a comparison in the tally of its loser: a vote without a win. */
export function loserContributionOf(
  vote: CastVote,
  participant: Pick<Participant, "fraudulent" | "paid">,
): Contribution {
  const { votes } = contributionOf(vote, participant);
  return { votes, total: 0, noes: 0 };
}
