export {
  type Answer,
  type BranchRule,
  branchesLookBack,
  branchRules,
  optionsInBranching,
  type Step,
  skippedSteps,
} from "./branching";
export {
  type ClassFacts,
  childrenOf,
  type DerivedClass,
  deriveClass,
} from "./derive-class";
export { type FileFacts, fileProblems } from "./file-problems";
export { type ListOrder, listOrder, type OrderFacts, shuffleSeed } from "./list-order";
export {
  mayDeleteOption,
  mayUpdateOption,
  type OptionDeletion,
  type OptionDeletionRefusal,
  type OptionUpdate,
  type OptionUpdateRefusal,
} from "./may-change-option";
export {
  mayCreateOption,
  type OptionCreation,
  type OptionCreationRefusal,
} from "./may-create-option";
export type { ApprovalState, Option } from "./option";
export { optionBody, parentOptionIdOf } from "./option-body";
export {
  mayReadOriginal,
  type OptionFieldName,
  type OptionForm,
  type OptionViewer,
  optionFields,
} from "./option-fields";
export { optionRefusals } from "./option-refusals";
export {
  type DotVoteIcon,
  type OptionSettings,
  optionSettingsOf,
  optionSettingsWire,
  type RatingMethod,
  type SurveyStepType,
} from "./option-settings";
export { type OptionState, optionStates } from "./option-states";
export {
  isPublic,
  isShut,
  optionVisible,
  optionVisibleToMember,
  othersShown,
} from "./option-visibility";
export { type Move, planInsert, planMove } from "./plan-move";
export {
  type CreateOptionFacts,
  type OptionDraft,
  readCreateOption,
} from "./read-create-option";
export {
  type OptionChange,
  readUpdateOption,
  type UpdateOptionFacts,
} from "./read-update-option";
