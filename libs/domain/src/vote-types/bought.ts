import { readNumber, wholeWithin } from "./reading";
import type { VoteType } from "./vote-type";

/** Most votes one can buy at once (decisions 6). */
const MOST = 1_000_000;

/** How votes of a type are read where they are sold: the value is how many to buy. */
export const bought = (type: VoteType): VoteType => ({
  ...type,
  read: (input, { min = 1, max = MOST }) =>
    readNumber(input, wholeWithin(Math.max(min, 1), Math.min(max, MOST))),
  isAbstention: ({ value }) => value === undefined || value === 0,
  isNo: () => false,
  score: ({ value }) => value ?? 0,
  limitUse: ({ value }) => value ?? 0,
  limitAddsUp: true,
  defaultLimitPerVoter: undefined,
  takesPlace: ({ value }) => value !== undefined && value > 0,
  unique: false,
  ratedBy: "total",
  bestBy: "rating",
  resistance: "rating",
});
