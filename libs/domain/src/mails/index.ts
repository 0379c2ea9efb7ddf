export { type MailFacts, type MailKind, mailKinds } from "./mail-kinds";
