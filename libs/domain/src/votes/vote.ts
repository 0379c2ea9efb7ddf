/** A number with at most 4 decimals, a text, or nothing (an abstention). */
export interface VoteValue {
  readonly value: number | undefined;
  readonly text: string | undefined;
}

export interface Vote extends VoteValue {
  readonly id: bigint;
  readonly publicId: string;
  readonly pollId: bigint;
  readonly participantId: bigint;
  readonly optionId: bigint;
  readonly loserOptionId: bigint | undefined;
  /** A name in the registry of vote types. */
  readonly type: string;
  readonly votingCategoryId: number | undefined;
  /** `YYYY-MM-DD` in the poll's time zone, for polls with `vote_per_day`. */
  readonly voteDate: string | undefined;
  /** The paid part of `value` of a bought vote. Undefined: the vote is not bought. */
  readonly paidVotes: number | undefined;
  /** Until when an unpaid purchase keeps its place (docs/reference/votes.md#places-of-unpaid-votes). */
  readonly placeUntil: Date | undefined;
  /** Whether its survey step is skipped: it is kept, but does not count (docs/reference/options.md#branching). */
  readonly skipped: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Whether two votes have the same value, text and paid part. */
export const sameContent = (
  one: VoteValue & Pick<Vote, "paidVotes">,
  other: VoteValue & Pick<Vote, "paidVotes">,
): boolean =>
  one.value === other.value && one.text === other.text && one.paidVotes === other.paidVotes;

/** A vote as rules read it and decisions return it. */
export type CastVote = Omit<Vote, "id" | "pollId" | "createdAt" | "updatedAt">;

/** A vote of a participant, with the facts for decisions. */
export interface ListedVote extends CastVote {
  /** The survey step of its limits. Undefined: the limits of the poll. */
  readonly stepId: bigint | undefined;
  /** The vote is unpaid, and the time for which it keeps a place is over. */
  readonly placeless: boolean;
  /** False: the vote counts, but limits and ranks ignore it (docs/reference/votes.md#options-no-longer-offered). */
  readonly offered: boolean;
}

/** The two options of a comparison. */
export type Pair = readonly [bigint, bigint];

/** Whether both pairs have the same options, in any order. */
export const samePair = (one: Pair, other: Pair): boolean =>
  (one[0] === other[0] && one[1] === other[1]) || (one[0] === other[1] && one[1] === other[0]);

type Key = Pick<CastVote, "optionId" | "loserOptionId" | "votingCategoryId" | "voteDate">;

/**
 * Whether two votes of a participant are the same: of one option, category and day, or of one pair
 * (docs/reference/votes.md#one-vote-per-option).
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

/** The sums of a participant's votes that are not listed. If all are listed: `nothingUnlisted`. */
export interface Unlisted {
  /** How much of `vote_limit_per_voter` they use, by survey step (undefined: the poll). With `vote_per_day`: on that day. */
  readonly limitUse: ReadonlyMap<bigint | undefined, number>;
  /** Days with a counting vote. Undefined is the day of all votes in a poll without `vote_per_day`. */
  readonly countingDays: ReadonlySet<string | undefined>;
  /** Options with a counting vote. */
  readonly optionIds: ReadonlySet<bigint>;
}

export const nothingUnlisted: Unlisted = {
  limitUse: new Map(),
  countingDays: new Set(),
  optionIds: new Set(),
};

/**
 * The votes of a participant so far: at least those on the option and, in comparisons, on the other option, of every
 * category and day, and if values are unique, the vote of that value.
 */
export interface ParticipantVotes {
  readonly votes: readonly ListedVote[];
  /** Votes that are held until the opt-in. They count only for the participant's limits. */
  readonly held: readonly ListedVote[];
  readonly unlisted: Unlisted;
}

export const noVotes: ParticipantVotes = { votes: [], held: [], unlisted: nothingUnlisted };

/** Replaces the vote with the same id, or appends the vote. */
export function withVote(votes: readonly ListedVote[], vote: ListedVote): readonly ListedVote[] {
  const known = votes.some(({ publicId }) => publicId === vote.publicId);
  return known
    ? votes.map((other) => (other.publicId === vote.publicId ? vote : other))
    : [...votes, vote];
}

/** The list without the vote with this id. */
export const withoutVote = (
  votes: readonly ListedVote[],
  publicId: string,
): readonly ListedVote[] => votes.filter((vote) => vote.publicId !== publicId);
