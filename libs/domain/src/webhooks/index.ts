export {
  eventSubjectOf,
  type PollEventType,
  pollEventTypes,
  type WebhookEvent,
  type WebhookEventType,
  webhookBody,
  webhookEventTypes,
} from "./webhook-events";
export { type DeliveryProblem, deliveryRefusal, isActive } from "./webhook-status";
