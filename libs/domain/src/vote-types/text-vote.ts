import { textualVote } from "./answers";
import { readText } from "./reading";
import { isNoText, wrongWithText } from "./typed-text";
import type { VoteType } from "./vote-type";

/** An answer in words, typed by its column. */
export const textVote: VoteType = {
  ...textualVote,
  name: "Votes::TextVote",
  simple: false,
  read: (input, { text: typed }) =>
    readText(
      input,
      (text) => (typed === undefined ? undefined : wrongWithText(text, typed)),
      (text) => isNoText(text, typed),
    ),
};
