export type { DeliveryProblem } from "./delivery-problem";
export {
  eventSubjectOf,
  type PollEventType,
  pollEventTypes,
  type WebhookEvent,
  type WebhookEventType,
  webhookBody,
  webhookEventTypes,
} from "./webhook-events";
export { deliveryRefusal, isActive } from "./webhook-status";
