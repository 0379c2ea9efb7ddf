import { plainPoll } from "./plain-poll";
import type { PollType } from "./poll-type";

/** Columns are inputs, each participant is a row, the votes are the cells. */
export const table: PollType = {
  ...plainPoll,
  name: "Polls::Table",
  optionTypes: ["Options::InputOption"],
  defaultVoteType: "Votes::TextVote",
  voteTypes: ["Votes::TextVote"],
  pageSize: 100,
  participantsAreRows: true,
  adminsChangeParticipants: true,
};
