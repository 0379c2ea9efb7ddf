import { plainPoll } from "./plain-poll";
import type { PollType } from "./poll-type";

/** Steps in order, with branching; each has its own vote type. */
export const survey: PollType = {
  ...plainPoll,
  name: "Polls::Survey",
  optionTypes: ["Options::SurveyStep"],
  defaultVoteType: undefined,
  voteTypes: [],
  pageSize: 50,
  hasSteps: true,
  hasCategories: false,
  takesVotingCategories: false,
  adminsDeleteVotes: true,
};
