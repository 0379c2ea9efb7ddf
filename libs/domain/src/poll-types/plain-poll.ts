import type { PollType } from "./poll-type";

/** The values that most poll types share. */
export const plainPoll = {
  voteTypes: "simple",
  pageSize: 20,
  defaultSort: "options.position asc",
  hasOptionStates: false,
  hasSteps: false,
  hasCategories: true,
  takesVotingCategories: true,
  offersPairs: false,
  isWall: false,
  participantsAreRows: false,
  adminsChangeParticipants: false,
  adminsDeleteVotes: false,
} as const satisfies Partial<PollType>;

/** Galleries list the best options first. */
export const plainGallery = {
  ...plainPoll,
  pageSize: 24,
  defaultSort: "options.average_rating desc",
  defaultVoteType: "Votes::RatingVote",
} as const satisfies Partial<PollType>;
