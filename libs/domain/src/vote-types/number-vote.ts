import { plainNumberVote } from "./plain-vote";
import { readNumber } from "./read-value";
import type { VoteType } from "./vote-type";

/** The decimal notation of a number below 10^12 with at most 4 decimals. */
const decimal = /^-?\d{1,12}(?:\.\d{1,4})?$/;

/** Any number with at most 4 decimals. */
export const anyNumberVote: VoteType = {
  ...plainNumberVote,
  name: "Votes::NumberVote",
  takes: "a number with at most 4 decimals and at most 12 digits before the point",
  read: (input) =>
    readNumber(input, (value) =>
      decimal.test(String(value))
        ? undefined
        : "must be a number below 1000000000000 with at most 4 decimals",
    ),
  bestBy: "average",
};
