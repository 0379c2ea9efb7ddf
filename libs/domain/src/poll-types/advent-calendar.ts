import { plainPoll } from "./plain-poll";
import type { PollType } from "./poll-type";

/** Options that open on their days (docs/reference/options.md#calendar-doors). */
export const adventCalendar: PollType = {
  ...plainPoll,
  name: "Polls::AdventCalendar",
  optionTypes: ["Options::AdventCalendarOption"],
  defaultVoteType: "Votes::UpVote",
  pageSize: 24,
};
