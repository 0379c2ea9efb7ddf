export { findBranching } from "./branching";
export * from "./closed-polls";
export { type DecisionTime, findDecision, findDecisionTimes } from "./decisions";
export { deleteOldFreedHashes, keepFreedHashes } from "./freed-hashes";
export { keepCount, readKeptCount, type StoredCount } from "./kept-counts";
export * from "./owner-notices";
export * from "./poll-fingerprints";
export {
  countReachable,
  countUnanswered,
  type DueNotice,
  isNoticeDue,
  lockDueNotice,
  nextRecipients,
  notePromptNotice,
  noteResultNotices,
  noteStateNotice,
  type PromptNoticeKind,
  type Recipient,
  type RoundKind,
} from "./poll-notices";
export { addToPollTally, type PollTallyChange, pollTallies, touchPollTally } from "./poll-tallies";
export * from "./poll-usage";
export * from "./polls";
export { detachAttachments, purgePollRows } from "./purge-polls";
export { findTakenDown, findTakenDownFile } from "./taken-down-polls";
