import type { ListedVote } from "./vote";

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
