export {
  type WebhookEvent,
  type WebhookEventType,
  webhookBody,
  webhookEventTypes,
} from "./webhook-events";
export { deliveryRefusal, isActive, type WebhookFacts } from "./webhook-status";
