export {
  branchesReferBack,
  type EarlierOptions,
  optionsInBranching,
  renameInBranching,
} from "./branching";
export {
  type CreateSeries,
  createSeriesBody,
  dateKey,
  readSeries,
  type SeriesDate,
} from "./date-series";
export {
  childrenOf,
  creatorsOf,
  fileCountProblem,
  type ParentFacts,
  siblingsMax,
  submittedFilesMax,
} from "./derive-class";
export { fileProblems, kindProblem, sizeProblem } from "./file-problems";
export { keepDates } from "./keep-dates";
export { isAnonymousAnswer, listOrder, putsClosedDoorsLast, shuffleSeed } from "./list-order";
export { locationTypes } from "./location";
export { mayDeleteOption, mayUpdateOption, type OptionUpdateRefusal } from "./may-change-option";
export { mayCreateOption, type OptionCreationRefusal } from "./may-create-option";
export * from "./may-merge-options";
export { type NewOption, type NewOptions, newOptionsBody, readNewOptions } from "./new-options";
export {
  type ApprovalState,
  approvalStates,
  type Option,
  type VotedOption,
  WAITING_MAX,
} from "./option";
export {
  createOptionBody,
  drawingTypes,
  fileInJson,
  notApproved,
  parentOptionIdOf,
  updateOptionBody,
} from "./option-body";
export { isOptionRepresentation } from "./option-envelope";
export * from "./option-fields";
export { optionRefusals } from "./option-refusals";
export { type SearchTerms, searchTerms } from "./option-search";
export { optionSettingsOf, optionSettingsSchema, optionSettingsWire } from "./option-settings";
export { type OptionUse, unusedOption } from "./option-settings-problems";
export { optionStates } from "./option-states";
export {
  doorTypes,
  hasDoors,
  isOffered,
  isPublic,
  isUnopened,
  optionVisible,
  optionVisibleToMember,
  othersShown,
} from "./option-visibility";
export { type PositionChange, planInsert, planMove } from "./plan-move";
export { type OptionDraft, readCreateOption } from "./read-create-option";
export { neededOptionUse, type OptionChange, readUpdateOption } from "./read-update-option";
export { translateOption } from "./translate-option";
