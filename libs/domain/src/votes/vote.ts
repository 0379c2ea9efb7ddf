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
  /** Until then an unpaid purchase keeps its place (docs/reference/votes.md#places-of-unpaid-votes). */
  readonly placeUntil: Date | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A vote as rules read it and decisions write it. */
export type CastVote = Omit<Vote, "id" | "pollId" | "createdAt" | "updatedAt">;

/** A vote of a participant as decisions see it. */
export interface ListedVote extends CastVote {
  /** The survey step of its limits; undefined: limits of the poll. */
  readonly stepId: bigint | undefined;
  /** Something is to be paid for it, and the time for which it keeps a place is over. */
  readonly placeless: boolean;
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

/** What a participant's votes that are not listed amount to; where all are listed, `nothingUnlisted`. */
export interface Unlisted {
  /** What they use of `vote_limit_per_voter` (that day's, under `vote_per_day`), by survey step; undefined: the poll. */
  readonly limitUse: ReadonlyMap<bigint | undefined, number>;
  /** Days on which one of them counts; undefined: one counts in a poll without `vote_per_day`. */
  readonly ballots: ReadonlySet<string | undefined>;
  /** Options on which one of them counts. */
  readonly optionIds: ReadonlySet<bigint>;
}

export const nothingUnlisted: Unlisted = {
  limitUse: new Map(),
  ballots: new Set(),
  optionIds: new Set(),
};

/**
 * What a participant has voted so far. Listed are at least the votes on the option (and on the other
 * side of the pair), of every category and day; where values are unique, also the one of that value.
 */
export interface ParticipantVotes {
  readonly votes: readonly ListedVote[];
  /** Votes that wait for the opt-in: they count for the participant's own limits and nothing else. */
  readonly held: readonly ListedVote[];
  readonly unlisted: Unlisted;
}

export const noVotes: ParticipantVotes = { votes: [], held: [], unlisted: nothingUnlisted };

/** The votes with one put in the place of the vote of its id, or at the end. */
export function withVote(votes: readonly ListedVote[], vote: ListedVote): readonly ListedVote[] {
  const known = votes.some(({ publicId }) => publicId === vote.publicId);
  return known
    ? votes.map((other) => (other.publicId === vote.publicId ? vote : other))
    : [...votes, vote];
}

export const withoutVote = (
  votes: readonly ListedVote[],
  publicId: string,
): readonly ListedVote[] => votes.filter((vote) => vote.publicId !== publicId);
