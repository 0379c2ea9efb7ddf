import { plainNumberVote } from "./plain-vote";
import { oneOfNumbers, readNumber } from "./read-value";
import type { VoteType } from "./vote-type";

/** 2 yes, 1 maybe, 0 no. */
export const yesNoMaybeVote: VoteType = {
  ...plainNumberVote,
  name: "Votes::YesNoMaybeVote",
  takes: "2 for yes, 1 for maybe, 0 for no",
  zero: "is a no",
  read: (input) => readNumber(input, oneOfNumbers(0, 1, 2)),
  meaning: ({ value }) => (value === 2 ? "yes" : value === 1 ? "maybe" : "no"),
  isNo: ({ value }) => value === 0,
  resistance: "noes",
  ballots: "approvals",
  mark: ({ value }) => (value === 2 ? 1 : undefined),
};
