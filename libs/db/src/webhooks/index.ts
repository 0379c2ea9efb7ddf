export { type DueWebhookWork, findDueWebhookWork } from "./due-webhook-work";
export * from "./unreported-votes";
export * from "./webhook-cursors";
export {
  claimDueDeliveries,
  type DueAttempt,
  freeSlots,
  restartDelivery,
} from "./webhook-deliveries";
export {
  type DeliveryRates,
  deleteOldPaces,
  giveBackSlots,
  reserveDelivery,
} from "./webhook-paces";
export * from "./webhook-watches";
export {
  deleteEndedWebhookRows,
  deleteOldWebhookEvents,
  findSubscribedWebhooks,
  findWebhooksToSeal,
  lockWebhook,
  type SubscribedWebhook,
  storeWebhookSecrets,
} from "./webhooks";
