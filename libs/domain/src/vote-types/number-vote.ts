import { numberVote } from "./answers";
import { readNumber } from "./reading";
import type { VoteType } from "./vote-type";

/** Below 10^12 with at most 4 decimals, as a number prints. */
const decimal = /^-?\d{1,12}(?:\.\d{1,4})?$/;

/** Any number with at most 4 decimals. */
export const anyNumberVote: VoteType = {
  ...numberVote,
  name: "Votes::NumberVote",
  read: (input) =>
    readNumber(input, (value) =>
      decimal.test(String(value))
        ? undefined
        : "must be a number below 1000000000000 with at most 4 decimals",
    ),
  bestBy: "average",
};
