export {
  deleteExpiredDrafts,
  deleteExpiredSessions,
  endOldestSessions,
  readSessionAccounts,
} from "./account-sessions";
export { canDeleteParticipations, lockAccount } from "./accounts";
export { type AccountOfEmail, findAccountOfEmail } from "./accounts-by-email";
export { noteTokenUse, readApiTokens } from "./api-tokens";
export {
  deleteExpiredInvitations,
  findRole,
  hasAdminHashRenewal,
  lockOrganization,
  lockOrganizationMembers,
} from "./organizations";
