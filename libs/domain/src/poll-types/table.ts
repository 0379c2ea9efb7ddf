import { plainPoll } from "./plain-poll";
import type { PollType } from "./poll-type";

/** Options are columns, participants are rows, votes are cells. */
export const table: PollType = {
  ...plainPoll,
  name: "Polls::Table",
  optionTypes: ["Options::InputOption"],
  defaultVoteType: "Votes::TextVote",
  voteTypes: ["Votes::TextVote"],
  pageSize: 100,
  takesVotingCategories: false,
  participantsAreRows: true,
  adminsChangeParticipants: true,
};
