export interface RequiredVotes {
  /** The votable options that members see. */
  readonly votableOptionIds: readonly bigint[];
  /** Empty when the poll has no voting categories. */
  readonly categoryIds: readonly number[];
  /** Votes and abstentions of the participant. */
  readonly votes: readonly {
    readonly optionId: bigint;
    readonly votingCategoryId: number | undefined;
  }[];
  /** Number of votes that the participant must still cast, or of dots to spend. */
  readonly votesLeft: number;
}

/** The value of `required_option_votes_complete` (docs/reference/participants.md#required-votes). */
export function requiredOptionVotesComplete(facts: RequiredVotes): boolean {
  const { votableOptionIds, categoryIds, votes, votesLeft } = facts;
  if (votesLeft > 0) return false;
  const voted = new Set(
    votes.map(({ optionId, votingCategoryId }) => `${optionId} ${votingCategoryId ?? ""}`),
  );
  const categories = categoryIds.length === 0 ? [""] : categoryIds;
  return votableOptionIds.every((id) =>
    categories.every((category) => voted.has(`${id} ${category}`)),
  );
}
