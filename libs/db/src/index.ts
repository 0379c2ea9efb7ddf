export * from "./casting";
export {
  type ConnectOptions,
  connectDatabase,
  type Db,
  type Queryable,
  type Transaction,
} from "./connect";
export { type DriftCursor, driftStart, lookForDrift } from "./drift-sample";
export { Prisma, type PrismaClient } from "./generated/prisma/client";
export { type HotQuery, type Sql, sqlIn, sqlOn } from "./hot-query";
export {
  invitationCode,
  isLinkToken,
  type LinkPurpose,
  linkDigest,
  linkToken,
  type NewLink,
  newLink,
} from "./link-token";
export { migrate } from "./migrate";
export { countShownRoots, countSiblings, type OptionCount } from "./option-counts";
export { outboxStore } from "./outbox-store";
export { readPollFingerprints } from "./poll-fingerprints";
export { findPoll, lockPoll, type PollLock } from "./polls";
export { newPublicId } from "./public-id";
export {
  type ChangeCursor,
  type ChangeEnd,
  changedOptions,
  endOfChanges,
} from "./rating-changes";
export { type PaymentDiscrepancies, reconcilePayments } from "./reconcile-payments";
export { type Recount, recountAll, recountPoll, tallyDrift } from "./recount";
export { optionFromRow } from "./rows/option";
export { participantFromRow } from "./rows/participant";
export { paymentFromRow } from "./rows/payment";
export { pollFromRow } from "./rows/poll";
export { voteFromRow } from "./rows/vote";
export { isUniqueViolation } from "./sql-state";
export {
  addToPollTally,
  applyParticipant,
  giveBackPlaces,
  type OptionTally,
  type OptionTallyChange,
  optionTallies,
  type PollTallyChange,
  pollTallies,
  siblingTallies,
} from "./tallies";
export { inTransaction, retrying } from "./transaction";
export { isDatabaseUnavailable } from "./unavailable";
export { uploadTurn } from "./upload-turn";
export { type NewWebhookEvent, noteEvent, webhookTurn } from "./webhooks/note-event";
export { webhookSecret } from "./webhooks/webhook-secret";
