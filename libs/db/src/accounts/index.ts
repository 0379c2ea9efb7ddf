export * from "./account-sessions";
export { canDeleteParticipations, lockAccount } from "./accounts";
export { type AccountOfEmail, findAccountOfEmail } from "./accounts-by-email";
export { noteTokenUse, readApiTokens } from "./api-tokens";
export * from "./organizations";
