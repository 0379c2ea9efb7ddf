import { plainPoll } from "./plain-poll";
import type { PollType } from "./poll-type";

/** Proposals of all participants, which move through states. */
export const collection: PollType = {
  ...plainPoll,
  name: "Polls::Collection",
  optionTypes: [
    "Options::TextOption",
    "Options::ImageOption",
    "Options::FileOption",
    "Options::DrawingOption",
    "Options::LocationOption",
  ],
  defaultVoteType: "Votes::UpVote",
  hasOptionStates: true,
};
