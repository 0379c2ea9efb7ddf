export { pairsPictures } from "./pairs-pictures";
export type { PollType } from "./poll-type";
export { defaultPollType, pollTypes, voteTypesFor } from "./poll-types";
