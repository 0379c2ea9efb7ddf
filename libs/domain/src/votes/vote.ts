/** A number with at most 4 decimals, a text, or nothing (an abstention). */
export interface VoteValue {
  readonly value: number | undefined;
  readonly text: string | undefined;
}

/** A stored vote. */
export interface Vote extends VoteValue {
  readonly id: bigint;
  readonly publicId: string;
  readonly pollId: bigint;
  readonly participantId: bigint;
  readonly optionId: bigint;
  readonly loserOptionId: bigint | undefined;
  /** A name of the vote type registry. */
  readonly type: string;
  readonly votingCategoryId: number | undefined;
  /** `YYYY-MM-DD` in the poll's time zone, for polls with `vote_per_day`. */
  readonly voteDate: string | undefined;
  /** Bought votes: how many of `value` are paid for; undefined: not bought. */
  readonly paidVotes: number | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A vote as rules read it and decisions write it. */
export type CastVote = Omit<Vote, "id" | "pollId" | "createdAt" | "updatedAt">;

/** A vote of a participant, with the survey step of its limits; undefined: limits of the poll. */
export interface ListedVote extends CastVote {
  readonly stepId: bigint | undefined;
}

/** The two options of a comparison. */
export type Pair = readonly [bigint, bigint];

export const samePair = (one: Pair, other: Pair): boolean =>
  (one[0] === other[0] && one[1] === other[1]) || (one[0] === other[1] && one[1] === other[0]);

type Key = Pick<CastVote, "optionId" | "loserOptionId" | "votingCategoryId" | "voteDate">;

/**
 * Whether two votes of one participant are the same one, cast twice: one per category and day, in
 * comparisons one per pair (docs/reference/votes.md#one-vote-per-option).
 */
export function sameVote(one: Key, other: Key): boolean {
  if (one.loserOptionId !== undefined && other.loserOptionId !== undefined) {
    return samePair([one.optionId, one.loserOptionId], [other.optionId, other.loserOptionId]);
  }
  return (
    one.optionId === other.optionId &&
    one.loserOptionId === other.loserOptionId &&
    one.votingCategoryId === other.votingCategoryId &&
    one.voteDate === other.voteDate
  );
}
