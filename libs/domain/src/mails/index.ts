export {
  type MailBudget,
  type MailRequester,
  type MailRequesters,
  mailBudget,
  startOfDay,
} from "./mail-budget";
export {
  type CountedMailKind,
  type MailFacts,
  type MailKind,
  mailDelayMs,
  mailKinds,
} from "./mail-kinds";
export { type CreatorState, creatorStates, type MailState, mailStates } from "./mail-states";
