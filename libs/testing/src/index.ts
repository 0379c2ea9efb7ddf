export { type AccountFacts, buildAccount } from "./builders/account";
export { type AttachmentFacts, buildAttachment } from "./builders/attachment";
export { buildOption, type OptionFacts } from "./builders/option";
export { buildOrganization, type OrganizationFacts } from "./builders/organization";
export { buildPoll, type PollFacts } from "./builders/poll";
