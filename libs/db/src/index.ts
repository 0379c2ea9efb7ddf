export * from "./casting";
export {
  type ConnectOptions,
  connectDatabase,
  type Db,
  type Pipelined,
} from "./connection/connect";
export { isUniqueViolation } from "./connection/sql-state";
export { isDatabaseUnavailable } from "./connection/unavailable";
export { type DriftCursor, driftStart, lookForDrift } from "./counts/drift-sample";
export { type Recount, recountAll, recountPoll, tallyDrift } from "./counts/recount";
export { Prisma, type PrismaClient } from "./generated/prisma/client";
export { migrate } from "./migrations/migrate";
export { insertJobs, type NewJobs } from "./outbox/insert-jobs";
export { outboxStore } from "./outbox/outbox-store";
export type {
  ClaimedRow,
  DeadRow,
  Look,
  OperatorStore,
  OutboxStore,
  RelayStore,
  SentRow,
  WorkerStore,
} from "./outbox/store";
export { optionFromRow } from "./rows/option";
export { participantFromRow } from "./rows/participant";
export { paymentFromRow } from "./rows/payment";
export { pollFromRow } from "./rows/poll";
export { voteFromRow } from "./rows/vote";
export { type InTransactionOptions, inTransaction } from "./sql/in-transaction";
export type {
  PrismaQueryable,
  PrismaTransaction,
  Queryable,
  Transaction,
} from "./sql/queryable";
export { canDeleteParticipations } from "./tables/accounts";
export {
  findStoredAnswers,
  lockIdempotencyKeys,
  type StoredAnswer,
  storeAnswers,
} from "./tables/idempotency-keys";
export { countShownRoots, countSiblings, type OptionCount } from "./tables/option-counts";
export {
  applyParticipant,
  giveBackPlaces,
  type OptionTally,
  optionTallies,
  siblingTallies,
} from "./tables/option-tallies";
export { markChangedByAdmin } from "./tables/participants";
export {
  findLivePayments,
  insertPayments,
  type LivePayment,
  markPaymentsEnded,
  type NewPayment,
} from "./tables/payments";
export { readPollFingerprints } from "./tables/poll-fingerprints";
export { addToPollTally, type PollTallyChange, pollTallies } from "./tables/poll-tallies";
export {
  type AddressedPoll,
  findAndLockPoll,
  findPoll,
  lockPoll,
  type PollLock,
} from "./tables/polls";
export {
  type ChangeCursor,
  type ChangeEnd,
  changedOptions,
  endOfChanges,
} from "./tables/rating-changes";
export { type PaymentDiscrepancies, reconcilePayments } from "./tables/reconcile-payments";
export { uploadTurn } from "./tables/upload-turn";
export { findSubscribedWebhooks, type SubscribedWebhook } from "./tables/webhooks";
export {
  invitationCode,
  isLinkToken,
  type LinkPurpose,
  linkDigest,
  linkToken,
  type NewLink,
  newLink,
} from "./tokens/link-token";
export { newPublicId } from "./tokens/public-id";
export { webhookSecret } from "./tokens/webhook-secret";
