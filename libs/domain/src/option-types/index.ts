export type { FileKind, OptionType } from "./option-type";
export { categoryType, hasWholeDays, optionTypes } from "./option-types";
export { defaultStepVoteType, stepVoteTypes } from "./survey-step";
