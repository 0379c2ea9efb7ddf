import { numberVote } from "./answers";
import { readNumber, wholeWithin } from "./reading";
import type { VoteType } from "./vote-type";

/** A rank, 1 the best; the points are made of the ranks when read, as they depend on the options. */
export const rankedVote: VoteType = {
  ...numberVote,
  name: "Votes::RankedVote",
  read: (input, { options = Number.POSITIVE_INFINITY }) =>
    readNumber(input, wholeWithin(1, options)),
  unique: true,
  ratedBy: "ranks",
};
