import { approvals, plainNumberVote, zeroAbstains } from "./plain-vote";
import { oneOfNumbers, readNumber } from "./read-value";
import type { VoteType } from "./vote-type";

/** 1, or 0 to abstain. */
export const upVote: VoteType = {
  ...plainNumberVote,
  ...approvals,
  name: "Votes::UpVote",
  takes: "1, or 0",
  zero: "abstains",
  read: (input) => readNumber(input, oneOfNumbers(0, 1)),
  isAbstention: zeroAbstains,
  meaning: () => "chosen",
};
