import { plainPoll } from "./plain-poll";
import type { PollType } from "./poll-type";

/** Doors that open one after the other. */
export const adventCalendar: PollType = {
  ...plainPoll,
  name: "Polls::AdventCalendar",
  optionTypes: ["Options::AdventCalendarOption"],
  defaultVoteType: "Votes::UpVote",
  pageSize: 24,
};
