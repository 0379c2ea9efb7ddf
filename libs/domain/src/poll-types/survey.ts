import { plainPoll } from "./plain-poll";
import type { PollType } from "./poll-type";

/** Steps one after the other, with branching; each says how it is answered. */
export const survey: PollType = {
  ...plainPoll,
  name: "Polls::Survey",
  optionTypes: ["Options::SurveyStep"],
  defaultVoteType: undefined,
  voteTypes: [],
  pageSize: 50,
  hasSteps: true,
  hasCategories: false,
  adminsDeleteVotes: true,
};
