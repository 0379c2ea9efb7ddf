export type { FileKind, OptionKind, OptionType } from "./option-type";
export { categoryType, hasWholeDays, namingOf, optionTypes } from "./option-types";
export { defaultStepVoteType, stepVoteTypes } from "./survey-step";
