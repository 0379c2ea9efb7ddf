export { type AttributeType, type InputType, inputTypes } from "./attributes";
export { configurationHints } from "./configuration-hints";
export { type MethodChange, withCountingSettings } from "./counting-settings";
export * from "./deletion";
export { describeSetting, settingFacts, settingKindOf, shownSettings } from "./describe-setting";
export {
  type NeededStoredVotes,
  noStoredVotes,
  type SettingsUse,
  type StoredVotes,
} from "./fixed-settings";
export { type LinkPicture, linkPictureOf } from "./link-picture";
export { accountOfPoll, type Poll, type PollStatus, type VotingCategory } from "./poll";
export { createPollBody, updatePollBody } from "./poll-body";
export { type PollDraft, readCreatePoll, readPollPassword } from "./read-create-poll";
export { changeSettings } from "./read-settings";
export { neededPollVotes, type PollChange, readUpdatePoll } from "./read-update-poll";
export { optionRequiredFields, voterRequiredFields } from "./required-fields";
export { isReservedHash } from "./reserved-hashes";
export type { StoredSettings } from "./setting-kinds";
export { pollSettingsOf, settingsWithoutResult } from "./settings";
export type { PaymentTerms } from "./settings-conflict";
export { settingsSchema } from "./settings-schema";
export type { SettingName } from "./settings-table";
export { settingsWire } from "./settings-wire";
export { isSignUpList } from "./sign-up-list";
export { type Sort, sorts } from "./sorts";
export { hasVotingWallet, isClosed, statusOf } from "./status";
export { translatePoll, withoutTitles } from "./translate-poll";
