export { type DueWebhookWork, findDueWebhookWork } from "./due-webhook-work";
export {
  findVotesAfter,
  readLastVoteId,
  readVotingTransactions,
  type UnreportedVote,
} from "./unreported-votes";
export {
  beginCursors,
  beginMissingCursors,
  type ClaimedCursor,
  type CursorKind,
  claimCursors,
  cursorKinds,
  endCursors,
  eventsOfCursors,
  moveCursor,
  type PollPhase,
  putOffCursors,
  readPhases,
  schedulePhaseCheck,
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
