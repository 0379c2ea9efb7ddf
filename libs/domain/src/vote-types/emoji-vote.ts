import { plainNumberVote } from "./plain-vote";
import { readNumber, wholeWithin } from "./read-value";
import type { VoteType } from "./vote-type";

/** 1 is the worst, 5 the best. */
export const emojiVote: VoteType = {
  ...plainNumberVote,
  name: "Votes::EmojiVote",
  takes: "a whole number from 1 (worst) to 5 (best)",
  zero: "is refused",
  read: (input) => readNumber(input, wholeWithin(1, 5)),
  bestBy: "average",
};
