export { type AttributeValues, readAttributeValues } from "./attribute-values";
export type {
  AttributeDefinition,
  AttributeDefinitions,
  AttributeType,
  InputType,
} from "./attributes";
export { currentAttributes } from "./attributes";
export { type ConfigurationHint, configurationHints } from "./configuration-hints";
export type { Poll, PollStatus, VotingCategory } from "./poll";
export { createPollBody, updatePollBody } from "./poll-body";
export { type PollDraft, readCreatePoll } from "./read-create-poll";
export { changeSettings, type SettingsChange } from "./read-settings";
export { type PollChange, readUpdatePoll, type UpdatePollFacts } from "./read-update-poll";
export {
  optionRequiredFields,
  type RequiredFields,
  voterRequiredFields,
} from "./required-fields";
export type { StoredSettings } from "./setting-kinds";
export { defaultSettings, type PollSettings, pollSettingsOf } from "./settings";
export { settingsSchema } from "./settings-schema";
export { settingsWire } from "./settings-wire";
export { type Sort, sorts } from "./sorts";
export {
  hasVotingStarted,
  hasVotingWallet,
  isClosed,
  type NoSubmissions,
  statusOf,
  whyNoSubmissions,
} from "./status";
