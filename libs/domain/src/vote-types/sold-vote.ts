import { readNumber, wholeWithin } from "./read-value";
import type { VoteType } from "./vote-type";

/** The maximum number of votes in one purchase (docs/reference/votes.md#sold-votes). */
const MOST = 1_000_000;

/** A vote type in polls that sell votes: the value is the number of votes to buy. */
export const soldVote = (type: VoteType): VoteType => ({
  ...type,
  takes: "the number of votes to buy",
  zero: "is refused",
  read: (input, { min = 1, max = MOST }) =>
    readNumber(input, wholeWithin(Math.max(min, 1), Math.min(max, MOST))),
  isAbstention: ({ value }) => value === undefined || value === 0,
  meaning: () => "votes",
  isNo: () => false,
  score: ({ value }) => value ?? 0,
  limitUse: ({ value }) => value ?? 0,
  limitAddsUp: true,
  defaultLimitPerVoter: undefined,
  takesPlace: ({ value }) => value !== undefined && value > 0,
  unique: false,
  ratedBy: "total",
  bestBy: "rating",
  resistance: "rating",
});
