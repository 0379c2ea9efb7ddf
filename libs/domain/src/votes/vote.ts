/** What a vote says: a number with at most 4 decimals, a text, or nothing (an abstention). */
export interface VoteValue {
  readonly value: number | undefined;
  readonly text: string | undefined;
}

/** A stored vote as the domain knows it (S2.4). */
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
