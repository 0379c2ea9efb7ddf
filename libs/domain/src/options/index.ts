export { branchesReferBack, optionsInBranching, type SurveyAnswer } from "./branching";
export { childrenOf, creatorsOf, fileCountProblem, submittedFilesMax } from "./derive-class";
export { fileProblems, kindProblem, sizeProblem } from "./file-problems";
export { listOrder, shuffleSeed } from "./list-order";
export {
  mayDeleteOption,
  mayUpdateOption,
  type OptionUpdateRefusal,
} from "./may-change-option";
export { mayCreateOption, type OptionCreationRefusal } from "./may-create-option";
export type { ApprovalState, Option } from "./option";
export {
  createOptionBody,
  parentOptionIdOf,
  updateOptionBody,
} from "./option-body";
export { isOptionRepresentation } from "./option-envelope";
export {
  mayReadOriginal,
  type OptionForm,
  type OptionViewer,
  optionFields,
} from "./option-fields";
export { optionRefusals } from "./option-refusals";
export { optionSettingsOf, optionSettingsWire } from "./option-settings";
export { type OptionUse, unusedOption } from "./option-settings-problems";
export {
  isPublic,
  isUnopened,
  optionVisible,
  optionVisibleToMember,
  othersShown,
} from "./option-visibility";
export { type PositionChange, planInsert, planMove } from "./plan-move";
export { type OptionDraft, readCreateOption } from "./read-create-option";
export { type OptionChange, optionChangeAsks, readUpdateOption } from "./read-update-option";
