import { plainPoll } from "./plain-poll";
import type { PollType } from "./poll-type";

/** Two options at a time, until there is an order (decisions 8). */
export const pairwiseComparison: PollType = {
  ...plainPoll,
  name: "Polls::PairwiseComparison",
  optionTypes: ["Options::TextOption", "Options::ImageOption"],
  defaultVoteType: "Votes::PairwiseVote",
  voteTypes: ["Votes::PairwiseVote"],
  offersPairs: true,
};
