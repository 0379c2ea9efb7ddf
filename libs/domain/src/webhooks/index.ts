export {
  type WebhookEvent,
  type WebhookEventType,
  webhookBody,
  webhookEventTypes,
} from "./webhook-events";
