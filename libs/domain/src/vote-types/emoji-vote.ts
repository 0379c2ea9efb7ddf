import { numberVote } from "./answers";
import { readNumber, wholeWithin } from "./reading";
import type { VoteType } from "./vote-type";

/** From 1 worst to 5 best. */
export const emojiVote: VoteType = {
  ...numberVote,
  name: "Votes::EmojiVote",
  read: (input) => readNumber(input, wholeWithin(1, 5)),
  bestBy: "average",
};
