export { type AccountFacts, buildAccount } from "./builders/account";
export { buildOrganization, type OrganizationFacts } from "./builders/organization";
export { buildPoll, type PollFacts } from "./builders/poll";
