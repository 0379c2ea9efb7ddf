import { numberVote, zeroAbstains } from "./answers";
import { oneOfNumbers, readNumber } from "./reading";
import type { VoteType } from "./vote-type";

/** 1, and 0 takes it back. */
export const upVote: VoteType = {
  ...numberVote,
  name: "Votes::UpVote",
  read: (input) => readNumber(input, oneOfNumbers(0, 1)),
  isAbstention: zeroAbstains,
};
