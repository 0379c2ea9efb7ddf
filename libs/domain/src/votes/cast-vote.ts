import type { Vote } from "./vote";

/** A vote without what only its row has: what rules read and decisions write. */
export type CastVote = Omit<Vote, "id" | "pollId" | "createdAt" | "updatedAt">;

/** A vote of the participant, with the survey step whose limits it counts for; undefined: the poll's. */
export interface ListedVote extends CastVote {
  readonly stepId: bigint | undefined;
}

/** The two options of a comparison. */
export type Pair = readonly [bigint, bigint];

export const samePair = (one: Pair, other: Pair): boolean =>
  (one[0] === other[0] && one[1] === other[1]) || (one[0] === other[1] && one[1] === other[0]);

type Key = Pick<CastVote, "optionId" | "loserOptionId" | "votingCategoryId" | "voteDate">;

/**
 * Whether two votes of one participant are the same one cast twice: one a voting category and day,
 * in comparisons one a pair, whichever side won (decisions 6).
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
