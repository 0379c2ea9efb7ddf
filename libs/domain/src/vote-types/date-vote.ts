import { isDate } from "../time/moment";
import { textualVote } from "./answers";
import { readText } from "./reading";
import type { VoteType } from "./vote-type";

/** A day of the calendar, held in `vote_text`. */
export const dateVote: VoteType = {
  ...textualVote,
  name: "Votes::DateVote",
  read: (input) =>
    readText(
      input,
      (text) => (isDate(text) ? undefined : "must be a date such as 2030-01-31"),
      (text) => text === "",
    ),
};
