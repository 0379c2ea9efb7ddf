export {
  type BackupMoment,
  type BackupSession,
  type NamedFile,
  openBackupSession,
} from "./backup/backup-session";
export {
  migrationsOf,
  openRestoreSession,
} from "./backup/restore-session";
export {
  type ConnectOptions,
  connectDatabase,
  type Db,
  type Pipelined,
  type Pooler,
} from "./connection/connect";
export type { PoolFigures } from "./connection/interruptible-pool";
export type { Replica, ReplicaFacts } from "./connection/replica";
export { readServerFacts, type ServerFacts } from "./connection/server-facts";
export { splitSchema } from "./connection/server-url";
export { type UnsuitableSetting, unsuitableSettings } from "./connection/session-settings";
export { isSchemaMissing, isUniqueViolation } from "./connection/sql-state";
export { tryWriting } from "./connection/try-writing";
export { isDatabaseUnavailable } from "./connection/unavailable";
export type { DatabaseWatch, WatchTimes } from "./connection/watch-database";
export { type DriftCursor, driftStart, sampleDrift } from "./counts/drift-sample";
export {
  findDiscrepanciesOf,
  findPaymentDiscrepancies,
  type PaymentDiscrepancies,
} from "./counts/payment-discrepancies";
export { type Recount, recountAll, recountPoll, tallyDrift } from "./counts/recount";
export {
  readFiguresOfShelves,
  readServiceFigures,
  type ServiceFigures,
} from "./counts/service-figures";
export { WRONG_COUNTS_NAMED } from "./counts/wrong-counts";
export { Prisma, type PrismaClient } from "./generated/prisma/client";
export { type MigrateOptions, migrate } from "./migrations/migrate";
export { type MigrationState, readMigrationState } from "./migrations/migration-state";
export { type MigrationStatus, readMigrationStatus } from "./migrations/migration-status";
export { triesPerRound } from "./outbox/conditions";
export { findWaitingValues, insertJobs, type NewJobs, reviveDeadJobs } from "./outbox/jobs";
export { type OutboxOfShelves, outboxOfShelves } from "./outbox/outbox-of-shelves";
export { outboxStore } from "./outbox/outbox-store";
export type {
  CausedRow,
  ClaimedRow,
  DeadRow,
  OperatorStore,
  OutboxStore,
  RelayStore,
  RowSchedule,
  SentRow,
  WorkerStore,
} from "./outbox/store";
export type { AnswerFile } from "./rows/answer-file";
export { namedOption, type StoredName } from "./rows/named-option";
export { optionFromRow } from "./rows/option";
export { participantFromRow } from "./rows/participant";
export { paymentFromRow } from "./rows/payment";
export { pollFromRow } from "./rows/poll";
export { voteFromRow } from "./rows/vote";
export { createShelf, distributeCommonTables } from "./shelves/create-shelf";
export { distribute, type ShelfStatus, type WantedShelves } from "./shelves/distribute";
export { openShelves, perShelf, SHELVES_EVERY_MS, type Shelves } from "./shelves/open-shelves";
export {
  fileAddress,
  HOME_SHELF,
  idsOfShelf,
  markOfId,
  readFileAddress,
  readMarked,
  shelfMark,
  shelfOfId,
} from "./shelves/shelf-numbers";
export { lockByName, tryLockMaintenance } from "./sql/advisory-locks";
export { batchQueries } from "./sql/batch-queries";
export { COUNTED_ROWS } from "./sql/estimated";
export { inSnapshot, type ReadSnapshot } from "./sql/in-snapshot";
export { type InTransactionOptions, inTransaction } from "./sql/in-transaction";
export { readMoment } from "./sql/moment";
export { escapePattern } from "./sql/pattern";
export type {
  PrismaQueryable,
  PrismaTransaction,
  Queryable,
  Transaction,
} from "./sql/queryable";
export {
  deleteExpiredSessions,
  endOldestSessions,
  readSessionAccounts,
} from "./tables/account-sessions";
export { canDeleteParticipations, lockAccount } from "./tables/accounts";
export { type AccountOfEmail, findAccountOfEmail } from "./tables/accounts-by-email";
export { noteTokenUse, readApiTokens } from "./tables/api-tokens";
export { type AssignedNames, nameAssigned } from "./tables/assigned-names";
export {
  type AttachmentWithoutThumbhash,
  findWithoutThumbhash,
  type LockedAttachment,
  lockAttachment,
  lockOrphanedAttachments,
  uploadTurn,
} from "./tables/attachments";
export { findBranching } from "./tables/branching";
export { claimCommentNotice, type DueNotice } from "./tables/comment-notices";
export {
  type CommentCounting,
  commentTallies,
  countComments,
  deleteCommentsOf,
  type ExportedComment,
} from "./tables/comments";
export { claimDueConnectedAccounts, findUnreadyPayees } from "./tables/connected-accounts";
export { deleteOptions } from "./tables/delete-options";
export { deploymentId } from "./tables/deployments";
export { deleteOldFreedHashes, keepFreedHashes } from "./tables/freed-hashes";
export { findHeldVotes } from "./tables/held-votes";
export {
  deleteOldReplies,
  type FoundReply,
  findStoredReplies,
  insertReplies,
  lockIdempotencyKeys,
  type StoredReply,
} from "./tables/idempotency-keys";
export {
  findOptOuts,
  findOptOutsOf,
  type OptOutScope,
  setOptOut,
} from "./tables/invitation-opt-outs";
export {
  claimInvitedAddresses,
  freeInvitedAddress,
  lockOpenInvitation,
  type OpenInvitation,
} from "./tables/invitations";
export { findLinkedOwner, linkVisitor, revokePersonalLink } from "./tables/linked-visitors";
export {
  deleteOldMailCounts,
  type MailDemand,
  takeInvitations,
  takeMails,
} from "./tables/mail-counts";
export { findDigestAddress, findOwnerAddress, mailTurn, openDigest } from "./tables/mails";
export {
  findOptInRequests,
  type OptInRequestFacts,
} from "./tables/opt-in-requests";
export {
  countShownOptions,
  countShownRoots,
  countSiblings,
  type OptionCount,
} from "./tables/option-counts";
export { type OptionDates, optionDates, setOptionDates } from "./tables/option-dates";
export {
  countMatchingOptions,
  countOptions,
  findOptionOwners,
  type OptionFilter,
  type OptionListOrder,
  type OptionListScope,
  ownOptions,
  pageOfOptions,
  type StoredSort,
} from "./tables/option-lists";
export { countPlaces, countPlacesOfOthers } from "./tables/option-places";
export {
  lastPosition,
  lockSiblings,
  positionsSeen,
  shiftPositions,
} from "./tables/option-positions";
export {
  applyParticipant,
  changeTallies,
  giveBackPlaces,
  type OptionTally,
  optionTallies,
  siblingTallies,
} from "./tables/option-tallies";
export {
  countVotable,
  lockOption,
  lockOptions,
  optionsHaveVotes,
  ownChildren,
  paidForOptions,
  readOptions,
  subtreeIds,
} from "./tables/options";
export {
  findRole,
  hasAdminHashRenewal,
  lockOrganization,
  lockOrganizationMembers,
} from "./tables/organizations";
export { findComparisons, findPairOffers, storePairOffer } from "./tables/pair-offers";
export {
  countFraudulentVoters,
  findVoters,
  lockParticipant,
  lockParticipantForDeletion,
  lockParticipants,
  markChangedByAdmin,
  type ParticipantFilter,
  type ParticipantPage,
  pageOfParticipantIds,
} from "./tables/participants";
export {
  claimDuePayments,
  findInquiredPayments,
  findOwedPayments,
  findPayablePayments,
  findPaymentTotals,
  type InquiredPayment,
  insertFees,
  insertPayments,
  lockPayment,
  markPaymentsEnded,
  type NewPayment,
  type OwedPayment,
  type PayablePayment,
  type PaymentTotals,
} from "./tables/payments";
export {
  isResultsFingerprint,
  readPollFingerprints,
  readResultsFingerprints,
} from "./tables/poll-fingerprints";
export { addToPollTally, type PollTallyChange, pollTallies } from "./tables/poll-tallies";
export {
  findPollUse,
  findVotedCategories,
  isPaidFor,
  type PollUse,
  stopNotifyingNewOptions,
} from "./tables/poll-usage";
export {
  type AddressedPoll,
  findAndLockPoll,
  findExistingPoll,
  findPoll,
  lockPoll,
  oldestDeletedPoll,
  type PollLock,
} from "./tables/polls";
export { detachAttachments, purgePollRows } from "./tables/purge-polls";
export {
  countServedJob,
  LONG_QUEUE,
  levelRounds,
  type RoundQueue,
  SERVED_IN_A_ROUND,
  type Turn,
} from "./tables/queue-rounds";
export {
  countRanks,
  countWins,
  findAssignableOptions,
  findPositiveScores,
  findRatedOptions,
  type OptionScore,
  type RatedOptionRow,
  type RatedOptionSelection,
} from "./tables/rated-options";
export {
  type ChangeCursor,
  type ChangeEnd,
  changedOptions,
  deleteOldRatingChanges,
  endOfChanges,
} from "./tables/rating-changes";
export {
  hurryRefusedMails,
  listRefusedMails,
  queueRefusedMails,
  type RefusedMail,
} from "./tables/refused-mails";
export { findRowsOfPerson, type RowsOfPerson } from "./tables/rows-of-person";
export { readServiceState, type ServiceState } from "./tables/service-states";
export { listShelves, moveAddresses, type ShelfRecord } from "./tables/shelves";
export type { SiblingsKey } from "./tables/siblings";
export { countUncountedFiles, type StorageOwner, storageUsedBy } from "./tables/storage-usage";
export { loadAddressKeys, loadStoredKey } from "./tables/stored-keys";
export {
  findChosenValues,
  findStoredVotes,
  hasAnyVote,
  hasSeveralLines,
  type VotesScope,
} from "./tables/stored-votes";
export { findTakenDown, findTakenDownFile } from "./tables/taken-down-polls";
export { forgetDeniedAddresses, forgetUnconfirmedAddresses } from "./tables/unconfirmed-addresses";
export {
  type CountedVotes,
  countValues,
  countVotesSlowly,
  type Distribution,
  readVoteCounts,
  type VoteCounts,
  type VotesToCount,
} from "./tables/vote-distributions";
export {
  type ExportedPoll,
  type ExportedVote,
  exportComments,
  exportVotes,
  exportWorkbook,
  type WorkbookPart,
} from "./tables/vote-export";
export {
  type DaysByParticipant,
  type FoundVote,
  findBallots,
  findVotes,
  storeVotes,
} from "./tables/votes";
export {
  beginCursors,
  beginMissingCursors,
  type ClaimedCursor,
  type CursorKind,
  claimCursors,
  cursorKinds,
  endCursors,
  eventsOfCursors,
  findVotesAfter,
  moveCursor,
  type PollPhase,
  putOffCursors,
  readLastVoteId,
  readPhases,
  readVotingTransactions,
  schedulePhaseCheck,
  type UnreportedVote,
  watchPolls,
} from "./tables/webhook-cursors";
export { claimDueDeliveries, type DueAttempt, restartDelivery } from "./tables/webhook-deliveries";
export { type DeliveryRates, deleteOldPaces, reserveDelivery } from "./tables/webhook-paces";
export {
  claimWatches,
  findSubscribedPolls,
  votedSince,
  type WatchRow,
  watchMissing,
  watchResults,
} from "./tables/webhook-watches";
export {
  deleteEndedWebhookRows,
  deleteOldWebhookEvents,
  findSubscribedWebhooks,
  findWebhooksToSeal,
  lockWebhook,
  type SubscribedWebhook,
  storeWebhookSecrets,
} from "./tables/webhooks";
export type {
  ExportedOption,
  ExportedParticipant,
  ParticipantVote,
} from "./tables/workbook-export";
export { addressKey, optInRequesterKey } from "./tokens/address-key";
export {
  invitationCode,
  isLinkToken,
  type LinkPurpose,
  linkDigest,
  linkToken,
  type NewLink,
  newLink,
  storedInvitationCode,
  storedLinkToken,
} from "./tokens/link-token";
export { type OptOut, optOutPath, readOptOut } from "./tokens/opt-out-link";
export {
  isPersonalToken,
  participantOfToken,
  personalToken,
  personalUrl,
} from "./tokens/personal-link";
export { isPublicId, newPublicId } from "./tokens/public-id";
export { isSealedWith, seal, unseal } from "./tokens/seal";
export {
  currentWebhookSecret,
  newWebhookSecret,
  sealWebhookSecret,
  signingSecrets,
  type WebhookKeys,
  webhookSecret,
} from "./tokens/webhook-secret";
export {
  type CastRowNames,
  type LockedRows,
  lockCastRows,
  lockVoteRows,
} from "./voting/lock-rows";
export { markSkippedVotes, participantBatches } from "./voting/mark-skipped-votes";
export { createPollCache, type LockedPolls, lockPolls, type PollCache } from "./voting/poll-cache";
export {
  lockVotesWithoutRoom,
  placelessVotes,
  type UnpaidVotes,
  votesWithoutRoom,
} from "./voting/votes-without-room";
export { type DecisionToWrite, writeDecisions } from "./voting/write-decisions";
