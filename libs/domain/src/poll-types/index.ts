export type { PollType } from "./poll-type";
export { defaultPollType, pollTypes, voteTypesFor } from "./poll-types";
