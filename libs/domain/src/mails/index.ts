export * from "./mail-budget";
export * from "./mail-kinds";
export { type CreatorState, creatorStates, type MailState, mailStates } from "./mail-states";
