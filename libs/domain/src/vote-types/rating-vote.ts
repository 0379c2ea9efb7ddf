import { numberVote } from "./answers";
import { readNumber, wholeWithin } from "./reading";
import type { VoteType } from "./vote-type";

const STARS = 5;

/** 0 to so many stars as `vote_limit_per_option` says. */
export const ratingVote: VoteType = {
  ...numberVote,
  name: "Votes::RatingVote",
  read: (input, { max = STARS }) => readNumber(input, wholeWithin(0, max)),
  bestBy: "average",
};
