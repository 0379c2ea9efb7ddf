import { type BranchingStep, type BranchRule, branchRules } from "./branch-rules";

/** A participant's vote on an option under a step. */
export interface SurveyAnswer {
  readonly value: number | undefined;
  readonly text: string | undefined;
}

/**
 * Public ids of the steps that a participant skips. A step is skipped if one of its `skip` rules
 * holds, or if it has `show` rules and none holds. The keys of `answers` are public ids of options.
 * The service and the pages both call this (docs/reference/options.md#branching).
 */
export function skippedSteps(
  steps: readonly BranchingStep[],
  answers: ReadonlyMap<string, SurveyAnswer>,
): ReadonlySet<string> {
  const holds = ({ when }: BranchRule): boolean => {
    const answer = answers.get(when.option_id);
    if (answer === undefined) return false;
    return when.vote !== undefined ? answer.value === when.vote : answer.text === when.vote_text;
  };
  const isSkipped = ({ data }: BranchingStep): boolean => {
    const rules = branchRules(data);
    const shows = rules.filter(({ action }) => action === "show");
    return (
      rules.some((rule) => rule.action === "skip" && holds(rule)) ||
      (shows.length > 0 && !shows.some(holds))
    );
  };
  return new Set(steps.filter(isSkipped).map(({ publicId }) => publicId));
}
