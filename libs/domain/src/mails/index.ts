export { startOfDay } from "./days";
export { type MailFacts, type MailKind, mailKinds } from "./mail-kinds";
export { type MailState, mailStates } from "./mail-states";
