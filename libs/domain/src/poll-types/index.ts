export { defaultPollType, pollTypes, voteTypesFor } from "./poll-types";
