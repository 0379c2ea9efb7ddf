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
  isResultsFingerprint,
  readPollFingerprints,
  readResultsFingerprints,
} from "./poll-fingerprints";
export {
  countReachable,
  countUnanswered,
  type DueNotice,
  type DueVoteNotice,
  dueVoteNotices,
  isNoticeDue,
  lockDueNotice,
  nextRecipients,
  notePromptNotice,
  noteResultNotices,
  noteStateNotice,
  noteVoteNotice,
  type PromptNoticeKind,
  type Recipient,
  type RoundKind,
  scheduleVoteNotice,
} from "./poll-notices";
export { addToPollTally, type PollTallyChange, pollTallies } from "./poll-tallies";
export {
  findPollUse,
  findVotedCategories,
  isPaidFor,
  type PollUse,
  stopNotifyingNewOptions,
  stopNotifyingVotes,
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
