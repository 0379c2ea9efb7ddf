import { readNumber, wholeWithin } from "./read-value";
import type { VoteType } from "./vote-type";

/** The maximum value of a sold vote, over all its purchases (docs/reference/votes.md#sold-votes). */
const VALUE_MAX = 1_000_000;

/** A vote type in polls that sell votes: the value is the number of votes to buy. */
export const soldVote = (type: VoteType): VoteType => ({
  ...type,
  takes: "the number of votes to buy",
  zero: "is refused",
  takesOther: false,
  read: (input, { min = 1, max = VALUE_MAX }) =>
    readNumber(input, wholeWithin(Math.max(min, 1), Math.min(max, VALUE_MAX))),
  isAbstention: ({ value }) => value === undefined || value === 0,
  meaning: () => "votes",
  isNo: () => false,
  score: ({ value }) => value ?? 0,
  scale: undefined,
  limitUse: ({ value }) => value ?? 0,
  limitAddsUp: true,
  defaultLimitPerVoter: undefined,
  takesPlace: ({ value }) => value !== undefined && value > 0,
  unique: false,
  ratedBy: "total",
  bestBy: "rating",
  ballots: undefined,
  resistance: "rating",
});
