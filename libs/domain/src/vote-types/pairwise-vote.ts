import { plainNumberVote } from "./plain-vote";
import { oneOfNumbers, readNumber } from "./read-value";
import type { VoteType } from "./vote-type";

/** 1 for the winner of a pair (docs/reference/comparisons.md#judging-a-pair). */
export const pairwiseVote: VoteType = {
  ...plainNumberVote,
  name: "Votes::PairwiseVote",
  takes: "1 for the winner",
  zero: "is refused",
  simple: false,
  maySell: false,
  compares: true,
  limitAddsUp: true,
  read: (input) => readNumber(input, oneOfNumbers(1)),
  meaning: () => "winner",
  bestBy: "strength",
};
