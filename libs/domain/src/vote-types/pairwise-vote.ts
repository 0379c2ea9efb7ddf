import { numberVote } from "./answers";
import { oneOfNumbers, readNumber } from "./reading";
import type { VoteType } from "./vote-type";

/** 1 for the winner of a pair; the loser gets a comparison and no win. */
export const pairwiseVote: VoteType = {
  ...numberVote,
  name: "Votes::PairwiseVote",
  simple: false,
  maySell: false,
  compares: true,
  limitAddsUp: true,
  read: (input) => readNumber(input, oneOfNumbers(1)),
  bestBy: "strength",
};
