/** What a participant voted, and what there is to vote on. */
export interface RequiredVotes {
  /** Votable options that members see. */
  readonly votableOptionIds: readonly bigint[];
  /** Ids of the voting categories; empty: the poll has none. */
  readonly categoryIds: readonly number[];
  /** Votes and abstentions of the participant. */
  readonly votes: readonly {
    readonly optionId: bigint;
    readonly votingCategoryId: number | undefined;
  }[];
  /** Dots the participant may still spend; asked for under `require_all_dots`. */
  readonly dotsLeft: number | undefined;
}

/** S2.3, `required_option_votes_complete` (decisions 5): every option in every category, and all dots spent. */
export function requiredOptionVotesComplete(facts: RequiredVotes): boolean {
  const { votableOptionIds, categoryIds, votes, dotsLeft = 0 } = facts;
  if (dotsLeft > 0) return false;
  const voted = new Set(
    votes.map(({ optionId, votingCategoryId }) => `${optionId} ${votingCategoryId ?? ""}`),
  );
  const categories = categoryIds.length === 0 ? [""] : categoryIds;
  return votableOptionIds.every((id) =>
    categories.every((category) => voted.has(`${id} ${category}`)),
  );
}
