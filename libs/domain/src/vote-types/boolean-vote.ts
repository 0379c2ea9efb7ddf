import { approvals, plainNumberVote, zeroAbstains } from "./plain-vote";
import { oneOfNumbers, readNumber } from "./read-value";
import type { VoteType } from "./vote-type";

/** 1 yes, -1 no, 0 abstains. */
export const booleanVote: VoteType = {
  ...plainNumberVote,
  ...approvals,
  name: "Votes::BooleanVote",
  takes: "1 for yes, -1 for no, 0",
  zero: "abstains",
  read: (input) => readNumber(input, oneOfNumbers(-1, 0, 1)),
  isAbstention: zeroAbstains,
  meaning: ({ value }) => (value === -1 ? "no" : "yes"),
  isNo: ({ value }) => value === -1,
  limitUse: ({ value }) => (value === 1 ? 1 : 0),
  resistance: "noes",
};
