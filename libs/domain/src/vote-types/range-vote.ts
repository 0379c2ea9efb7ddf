import { plainNumberVote } from "./plain-vote";
import { readNumber, wholeWithin } from "./read-value";
import type { VoteType } from "./vote-type";

const HIGHEST = 10;

/** A whole number between `vote_limit_per_option_min` and `vote_limit_per_option`. */
export const rangeVote: VoteType = {
  ...plainNumberVote,
  name: "Votes::RangeVote",
  takes:
    "a whole number from `vote_limit_per_option_min` (or 0) to `vote_limit_per_option` (or 10)",
  read: (input, { min = 0, max = HIGHEST }) => readNumber(input, wholeWithin(min, max)),
  scale: ({ min = 0, max = HIGHEST }) => ({ min, max }),
  bestBy: "average",
  ballots: "scores",
};
