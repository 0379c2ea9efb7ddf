import { plainNumberVote } from "./plain-vote";
import { readNumber, wholeWithin } from "./read-value";
import type { VoteType } from "./vote-type";

/** A rank, 1 is the best. Points depend on the number of options, so they are computed when read. */
export const rankedVote: VoteType = {
  ...plainNumberVote,
  name: "Votes::RankedVote",
  takes: "the rank, a whole number from 1 to the number of votable options that members see",
  zero: "is refused",
  read: (input, { options = Number.POSITIVE_INFINITY }) =>
    readNumber(input, wholeWithin(1, options)),
  meaning: () => "rank",
  unique: true,
  ratedBy: "ranks",
  ballots: "ranks",
};
