export { findBranching } from "./branching";
export {
  findAnnouncements,
  findDeletionsDue,
  findDeletionsToTell,
  noteAnnouncement,
} from "./closed-polls";
export { findDecision, findDecisionTimes } from "./decisions";
export { deleteOldFreedHashes, keepFreedHashes } from "./freed-hashes";
export { keepCount, readKeptCount, type StoredCount } from "./kept-counts";
export {
  type DueOwnerNotice,
  dueOwnerNotices,
  noteOwnerNotice,
  scheduleOwnerNotice,
} from "./owner-notices";
export {
  isResultsFingerprint,
  readPollFingerprints,
  readResultsFingerprints,
} from "./poll-fingerprints";
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
export {
  findPollUse,
  findVotedCategories,
  isPaidFor,
  type PollUse,
  switchNotifyingOff,
} from "./poll-usage";
export {
  type AddressedPoll,
  findAndLockPoll,
  findExistingPoll,
  findPoll,
  lockPoll,
  oldestDeletedPoll,
  type PollLock,
} from "./polls";
export { detachAttachments, purgePollRows } from "./purge-polls";
export { findTakenDown, findTakenDownFile } from "./taken-down-polls";
