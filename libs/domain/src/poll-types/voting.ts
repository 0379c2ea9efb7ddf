import { optionTypes } from "../option-types";
import { plainPoll } from "./plain-poll";
import type { PollType } from "./poll-type";

const first = "Options::TextOption";
const otherSimple = optionTypes.all
  .filter(({ name, simple }) => simple && name !== first)
  .map(({ name }) => name);

/** Votes on options of one simple class. */
export const voting: PollType = {
  ...plainPoll,
  name: "Polls::Voting",
  optionTypes: [first, ...otherSimple],
  defaultVoteType: "Votes::BooleanVote",
  adminsChangeParticipants: true,
};
