export {
  type MailCause,
  type MailQuotas,
  type NewMail,
  queueMail,
  queueNotice,
} from "../mails/queue-mail";
export { endPayablePayments, endPayments, sendAgain } from "../payments/end-payments";
export {
  deliveryRank,
  type NewWebhookEvent,
  noteEvent,
  noteEvents,
  noteTest,
} from "../webhooks/note-event";
export { type OutgoingJob, openPublisher, type Publisher } from "./publisher";
export { type RelayPass, relayOnce } from "./relay";
export { type Cause, causedBy, send, sendAll, type Timing } from "./send";
export { type Relay, type RelayOptions, startRelay } from "./start-relay";
