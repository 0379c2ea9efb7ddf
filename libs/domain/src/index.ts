export {
  type AccessLevel,
  type AddressedBy,
  accessLevel,
  ownsPoll,
} from "./access/access-level";
export {
  type Actor,
  actsForItself,
  type OrganizationRole,
  type OwnerKey,
  ownerKeyOf,
} from "./access/actor";
export {
  type MemberChange,
  type MemberChangeRefusal,
  mayChangeMember,
} from "./access/may-change-member";
export { mayDeletePoll, type PollDeletion } from "./access/may-delete-poll";
export { mayReadRestricted, type TakingPart } from "./access/may-read-restricted";
export { originAllowed } from "./access/origin-allowed";
export { allow, type Decision, refuse } from "./decision";
export { email, entry, flag, isEmail } from "./fields";
export {
  decideOptIn,
  type OptIn,
  type OptInDecision,
  type OptInFacts,
} from "./opt-ins/decide-opt-in";
export { domainOf, foldAddress } from "./opt-ins/fold-address";
export { OPT_IN_VALID_MS, optInLimits, secondsUntilNextMail } from "./opt-ins/opt-in-limits";
export { askAgainBody, readAskAgain } from "./opt-ins/read-ask-again";
export { categoryType, optionTypes } from "./option-types";
export type {
  Children,
  FileKind,
  OptionPayload,
  OptionRequirement,
  OptionType,
  OwnField,
} from "./option-types/option-type";
export {
  type Answer,
  type BranchRule,
  branchesLookBack,
  branchRules,
  optionsInBranching,
  type Step,
  skippedSteps,
} from "./options/branching";
export {
  type ClassFacts,
  childrenOf,
  type DerivedClass,
  deriveClass,
} from "./options/derive-class";
export { type FileFacts, fileProblems } from "./options/file-problems";
export { type ListOrder, listOrder, type OrderFacts, shuffleSeed } from "./options/list-order";
export {
  mayDeleteOption,
  mayUpdateOption,
  type OptionDeletion,
  type OptionDeletionRefusal,
  type OptionUpdate,
  type OptionUpdateRefusal,
} from "./options/may-change-option";
export {
  mayCreateOption,
  type OptionCreation,
  type OptionCreationRefusal,
} from "./options/may-create-option";
export type { ApprovalState, Option } from "./options/option";
export { optionBody, parentOptionIdOf } from "./options/option-body";
export {
  mayReadOriginal,
  type OptionFieldName,
  type OptionForm,
  type OptionViewer,
  optionFields,
} from "./options/option-fields";
export { optionRefusals } from "./options/option-refusals";
export {
  type DotVoteIcon,
  type OptionSettings,
  optionSettingsOf,
  optionSettingsWire,
  type RatingMethod,
  type SurveyStepType,
} from "./options/option-settings";
export { type OptionState, optionStates } from "./options/option-states";
export {
  isPublic,
  isShut,
  optionVisible,
  optionVisibleToMember,
  othersShown,
} from "./options/option-visibility";
export { type Move, planInsert, planMove } from "./options/plan-move";
export {
  type CreateOptionFacts,
  type OptionDraft,
  readCreateOption,
} from "./options/read-create-option";
export {
  type OptionChange,
  readUpdateOption,
  type UpdateOptionFacts,
} from "./options/read-update-option";
export {
  mayDeleteRecord,
  mayDeleteVotes,
  mayUpdateParticipant,
  type ParticipantUpdate,
  type ParticipantUpdateRefusal,
  type ParticipationDeletion,
  type ParticipationDeletionRefusal,
} from "./participants/may-change-participant";
export { mayTakePart, type TakePart, type TakePartRefusal } from "./participants/may-take-part";
export type { Participant } from "./participants/participant";
export { createParticipantBody, updateParticipantBody } from "./participants/participant-body";
export { participantRefusals } from "./participants/participant-refusals";
export {
  domainProblem,
  type ParticipantDraft,
  readCreateParticipant,
} from "./participants/read-create-participant";
export {
  isAdminMark,
  type ParticipantChange,
  readUpdateParticipant,
} from "./participants/read-update-participant";
export {
  type RequiredVotes,
  requiredOptionVotesComplete,
} from "./participants/required-votes-complete";
export {
  type ParticipantDerived,
  type ParticipantFieldName,
  type ParticipantViewer,
  participantFields,
  participantVisible,
  showParticipant,
} from "./participants/show-participant";
export { shownName } from "./participants/shown-name";
export {
  isSurveyAnswerMissing,
  isSurveyComplete,
  type SurveyFacts,
  type SurveyStepFacts,
} from "./participants/survey-progress";
export {
  decideRefund,
  type RefundDecision,
  type RefundFacts,
  type RefundRefusal,
} from "./payments/decide-refund";
export {
  type CheckoutFacts,
  type CheckoutState,
  type Dispute,
  decideSettlement,
  moneyAcceptedUntil,
  type Settlement,
  type SettlementFacts,
} from "./payments/decide-settlement";
export {
  type Fee,
  participationFeeAfter,
  participationFeeOf,
  submissionFeeOf,
  takesMoney,
} from "./payments/fee-of";
export {
  amountOf,
  creditedTo,
  isPayable,
  type Payment,
  type PaymentKind,
  type PaymentState,
  type Rejection,
} from "./payments/payment";
export { defaultPollType, pollTypes } from "./poll-types";
export type { PollType } from "./poll-types/poll-type";
export { type AttributeValues, readAttributeValues } from "./polls/attribute-values";
export type {
  AttributeDefinition,
  AttributeDefinitions,
  AttributeType,
  InputType,
} from "./polls/attributes";
export { currentAttributes } from "./polls/attributes";
export { type ConfigurationHint, configurationHints } from "./polls/configuration-hints";
export type { Poll, PollStatus, VotingCategory } from "./polls/poll";
export { createPollBody, updatePollBody } from "./polls/poll-body";
export { type PollDraft, readCreatePoll } from "./polls/read-create-poll";
export { changeSettings, type SettingsChange } from "./polls/read-settings";
export { type PollChange, readUpdatePoll, type UpdatePollFacts } from "./polls/read-update-poll";
export {
  optionRequiredFields,
  type RequiredFields,
  voterRequiredFields,
} from "./polls/required-fields";
export type { StoredSettings } from "./polls/setting-kinds";
export { defaultSettings, type PollSettings, pollSettingsOf } from "./polls/settings";
export { settingsSchema } from "./polls/settings-schema";
export { settingsWire } from "./polls/settings-wire";
export { type Sort, sorts } from "./polls/sorts";
export {
  hasVotingStarted,
  hasVotingWallet,
  isClosed,
  type NoSubmissions,
  statusOf,
  whyNoSubmissions,
} from "./polls/status";
export {
  type Assignment,
  bestDistribution,
  type Gift,
  type Place,
} from "./ratings/best-distribution";
export { bordaPoints } from "./ratings/borda-points";
export { bradleyTerryStrengths, type Wins } from "./ratings/bradley-terry";
export { type Contender, choosePair } from "./ratings/choose-pair";
export { type Compare, firstNotBefore } from "./ratings/ordered";
export {
  type CategoryRating,
  type Rating,
  rateSiblings,
  ratingOf,
} from "./ratings/rate-siblings";
export { type RatingVisibility, ratingVisibility } from "./ratings/rating-visibility";
export { compareRatios, type Ratio, rounded } from "./ratings/ratio";
export type { CategoryCounts, RatingRules, Sibling } from "./ratings/scores";
export { seedOf } from "./ratings/seed-of";
export {
  byListKey,
  findScored,
  type ListKey,
  listOrderName,
  ordered,
  type Scored,
  type Standings,
  scored,
  scoresHold,
  standingsOf,
  withChanges,
} from "./ratings/standings";
export { fieldErrors, hasErrors, mergeErrors, type Reading, readBody } from "./read-body";
export { isObject } from "./read-fields";
export {
  type AnyRefusal,
  Conflict,
  type FieldErrors,
  Forbidden,
  Invalid,
  NotFound,
  Refusal,
  TooManyRequests,
  Unauthenticated,
  Undeletable,
} from "./refusal";
export { type Registry, registry } from "./registry";
export { atOnce, type Slices } from "./slices";
export { type BareDate, isDate, parseMoment } from "./time/moment";
export { dayIn, isTimezone } from "./time/timezone";
export { type FieldRules, type Rule, visibleFields } from "./visibility";
export { voteTypeAs, voteTypes } from "./vote-types";
export { isNoText, type TypedText, wrongWithText } from "./vote-types/typed-text";
export type { VoteBounds, VoteInput, VoteType } from "./vote-types/vote-type";
export { applyCast, type VotingState } from "./votes/apply-cast";
export { type CastVote, type ListedVote, type Pair, samePair, sameVote } from "./votes/cast-vote";
export {
  type Contribution,
  contributionOf,
  loserContributionOf,
  participantCounts,
  type VoteWeight,
  weightOf,
} from "./votes/contribution";
export {
  type Cast,
  type CastDecision,
  type CastFacts,
  decideCast,
  type Purchase,
} from "./votes/decide-cast";
export { type ChangeDecision, type ChangeFacts, decideChange } from "./votes/decide-change";
export { decideHeldCast, type HeldCastFacts } from "./votes/decide-held-cast";
export {
  decideWithdraw,
  type WithdrawDecision,
  type WithdrawFacts,
} from "./votes/decide-withdraw";
export {
  type ConditionalVoteFields,
  hidesVotes,
  isPaid,
  mayReadVote,
  type Shown,
  shownValue,
  type VoteViewer,
  voteFields,
} from "./votes/may-read-vote";
export {
  emptyStanding,
  nothingUnlisted,
  type Standing,
  type Unlisted,
  withoutVote,
  withVote,
} from "./votes/standing";
export {
  mergeTallyChanges,
  noTallyChange,
  type OptionTallyChange,
  type TallyChange,
  tallyChange,
  type Voted,
} from "./votes/tally-change";
export type { Vote, VoteValue } from "./votes/vote";
export { isOfToday } from "./votes/vote-day";
export type { VoteRefusalCode } from "./votes/vote-refusals";
export {
  limitStepOf,
  type OptionFacts,
  optionLimit,
  sellsVotes,
  type VotingRules,
  votingRules,
} from "./votes/voting-rules";
export { changeRefusal, votingRefusal, type WindowRefusal } from "./votes/voting-window";
export {
  type WebhookEvent,
  type WebhookEventType,
  webhookBody,
  webhookEventTypes,
} from "./webhooks/webhook-events";
