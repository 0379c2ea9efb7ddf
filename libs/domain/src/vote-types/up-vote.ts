import { approvals, plainNumberVote, zeroAbstains } from "./plain-vote";
import { oneOfNumbers, readNamedNumber, readNumber } from "./read-value";
import type { VoteType } from "./vote-type";

const isUpVote = oneOfNumbers(0, 1);

/** 1, or 0 to abstain. On an option with `allow_other` also a text (docs/reference/votes.md#other-answers). */
export const upVote: VoteType = {
  ...plainNumberVote,
  ...approvals,
  name: "Votes::UpVote",
  takes: "1, or 0",
  zero: "abstains",
  takesOther: true,
  read: (input, { text }) =>
    text === undefined ? readNumber(input, isUpVote) : readNamedNumber(input, isUpVote),
  isAbstention: zeroAbstains,
  meaning: () => "chosen",
};
