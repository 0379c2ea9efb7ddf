export type { AnswerFile } from "./answer-file";
export { namedOption, type StoredName } from "./named-option";
export { optInFromRow } from "./opt-in";
export { optionFromRow } from "./option";
export { participantFromRow } from "./participant";
export { paymentFromRow } from "./payment";
export { pollFromRow } from "./poll";
export { voteFromRow } from "./vote";
