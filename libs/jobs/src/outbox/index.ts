export * from "../mails/queue-mail";
export * from "../payments/end-payments";
export {
  deliveryRank,
  type EventFacts,
  noteEvent,
  noteEvents,
  noteTest,
} from "../webhooks/note-event";
export * from "./publisher";
export { type RelayPass, relayOnce } from "./relay";
export { type Cause, causedBy, send, sendAll, type Timing } from "./send";
export * from "./start-relay";
