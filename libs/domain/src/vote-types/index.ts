export { OTHER, OTHER_MAX } from "./typed-text";
export type { BallotKind, VoteInput } from "./vote-type";
export { voteTypeAs, voteTypes } from "./vote-types";
