export {
  eventSubjectOf,
  isPersonalKey,
  type ListedBy,
  type PollEventType,
  pollEventTypes,
  type SubjectOf,
  type WebhookEvent,
  type WebhookEventType,
  webhookBody,
  webhookEventTypes,
} from "./webhook-events";
export { type DeliveryProblem, deliveryRefusal, isActive } from "./webhook-status";
