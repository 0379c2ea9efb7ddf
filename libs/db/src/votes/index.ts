export { readBallots, type StoredBallots } from "./ballots";
export { findHeldVotes } from "./held-votes";
export { type CastRowNames, type LockedRows, lockCastRows, lockVoteRows } from "./lock-rows";
export { markSkippedVotes, participantBatches } from "./mark-skipped-votes";
export { deleteOldMergedVotes, mergeVotes, unmergeVotes } from "./merge-votes";
export { findComparisons, findPairOffers, storePairOffer } from "./pair-offers";
export { createPollCache, type LockedPolls, lockPolls, type PollCache } from "./poll-cache";
export * from "./stored-votes";
export * from "./vote-distributions";
export {
  type AnswersTablePart,
  type ExportedPoll,
  type ExportedVote,
  exportAnswers,
  exportComments,
  exportVotes,
  exportWorkbook,
  type WorkbookPart,
} from "./vote-export";
export {
  type DaysByParticipant,
  type FoundVote,
  findBallots,
  findVotes,
  storeVotes,
} from "./votes";
export { countVotesOfParticipants, votesOfParticipants } from "./votes-of-participants";
export * from "./votes-without-room";
export type {
  AnyParticipant,
  ExportedOption,
  ExportedParticipant,
  ParticipantVote,
} from "./workbook-export";
export { type DecisionToWrite, writeDecisions } from "./write-decisions";
