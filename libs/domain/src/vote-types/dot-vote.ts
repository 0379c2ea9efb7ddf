import { plainNumberVote, zeroAbstains } from "./plain-vote";
import { readNumber, wholeWithin } from "./read-value";
import type { VoteType } from "./vote-type";

const DOTS = 10;

/** A number of the participant's dots; 0 abstains. */
export const dotVote: VoteType = {
  ...plainNumberVote,
  name: "Votes::DotVote",
  takes:
    "0, or a whole number from `vote_limit_per_option_min` (or 1) to `vote_limit_per_option`; never more than `vote_limit_per_voter` (or 10)",
  zero: "abstains",
  read: (input, { min = 1, max, perVoter = DOTS }) => {
    const [least, most] = [Math.max(min, 0), Math.min(max ?? perVoter, perVoter)];
    const within = wholeWithin(least, most);
    return readNumber(input, (value) =>
      value === 0 || within(value) === undefined
        ? undefined
        : `must be a whole number from ${least} to ${most}, or 0`,
    );
  },
  isAbstention: zeroAbstains,
  limitUse: ({ value }) => value ?? 0,
  limitAddsUp: true,
  defaultLimitPerVoter: DOTS,
};
