import { isDate } from "../time/moment";
import { textualVote } from "./plain-vote";
import { readText } from "./read-value";
import type { VoteType } from "./vote-type";

/** A calendar day in `vote_text`. */
export const dateVote: VoteType = {
  ...textualVote,
  name: "Votes::DateVote",
  takes: "`vote_text` with a date `YYYY-MM-DD`",
  read: (input) =>
    readText(
      input,
      (text) => (isDate(text) ? undefined : "must be a date such as 2030-01-31"),
      (text) => text === "",
    ),
};
