import { plainNumberVote } from "./plain-vote";
import { readNumber, wholeWithin } from "./read-value";
import type { VoteType } from "./vote-type";

const STARS = 5;

/** 0 to `vote_limit_per_option` stars. */
export const ratingVote: VoteType = {
  ...plainNumberVote,
  name: "Votes::RatingVote",
  takes: "a whole number from 0 to the number of stars, which is `vote_limit_per_option` or 5",
  read: (input, { max = STARS }) => readNumber(input, wholeWithin(0, max)),
  scale: ({ max = STARS }) => ({ min: 0, max }),
  bestBy: "average",
  ballots: "scores",
};
