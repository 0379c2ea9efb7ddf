export { type BranchingStep, type BranchRule, branchRules } from "./branch-rules";
export { type SurveyAnswer, skippedSteps } from "./skipped-steps";
