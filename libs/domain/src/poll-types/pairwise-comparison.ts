import { plainPoll } from "./plain-poll";
import type { PollType } from "./poll-type";

/** Participants judge two options at a time (docs/reference/comparisons.md#comparisons). */
export const pairwiseComparison: PollType = {
  ...plainPoll,
  name: "Polls::PairwiseComparison",
  optionTypes: ["Options::TextOption", "Options::ImageOption"],
  defaultVoteType: "Votes::PairwiseVote",
  voteTypes: ["Votes::PairwiseVote"],
  takesVotingCategories: false,
  offersPairs: true,
};
