export { type DueWebhookWork, findDueWebhookWork } from "./due-webhook-work";
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
} from "./webhook-cursors";
export { claimDueDeliveries, type DueAttempt, restartDelivery } from "./webhook-deliveries";
export { type DeliveryRates, deleteOldPaces, reserveDelivery } from "./webhook-paces";
export {
  claimWatches,
  findSubscribedPolls,
  votedSince,
  type WatchRow,
  watchMissing,
  watchResults,
} from "./webhook-watches";
export {
  deleteEndedWebhookRows,
  deleteOldWebhookEvents,
  findSubscribedWebhooks,
  findWebhooksToSeal,
  lockWebhook,
  type SubscribedWebhook,
  storeWebhookSecrets,
} from "./webhooks";
