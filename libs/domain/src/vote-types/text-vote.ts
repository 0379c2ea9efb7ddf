import { textualVote } from "./plain-vote";
import { readText } from "./read-value";
import { isBlankText, textProblem } from "./typed-text";
import type { VoteType } from "./vote-type";

/** A text, with the rules of its input (docs/reference/votes.md#text-values). */
export const textVote: VoteType = {
  ...textualVote,
  name: "Votes::TextVote",
  takes: "`vote_text` of 1 to 10,000 characters, typed by its [input](#text-values)",
  simple: false,
  read: (input, { text: typed }) =>
    readText(
      input,
      (text) => (typed === undefined ? undefined : textProblem(text, typed)),
      (text) => isBlankText(text, typed),
    ),
};
