export {
  type MailBudget,
  type MailRequester,
  type MailRequesters,
  mailBudget,
  startOfDay,
} from "./mail-budget";
export {
  type CountedMailKind,
  type EndedMailKind,
  isEndedMailKind,
  type MailFacts,
  type MailKind,
  mailDelayMs,
  mailKinds,
  type OwnerNoticeKind,
} from "./mail-kinds";
export { type CreatorState, creatorStates, type MailState, mailStates } from "./mail-states";
