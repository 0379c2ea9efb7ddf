import { normalText } from "../input/number-text";
import { type BranchingStep, type BranchRule, branchRules } from "./branch-rules";

/** A participant's vote on an option under a step. */
export interface SurveyAnswer {
  readonly stepId: string;
  readonly value: number | undefined;
  readonly text: string | undefined;
  /** That of the option, if it is an input. */
  readonly inputType?: string | undefined;
}

/**
 * Public ids of the steps that a participant skips. A step is skipped if one of its `skip` rules
 * holds, or if it has `show` rules and none holds. Answers under skipped steps hold nothing, so
 * `steps` must be in order. The keys of `answers` are public ids of options. The service and the
 * pages both call this (docs/reference/options.md#branching).
 */
export function skippedSteps(
  steps: readonly BranchingStep[],
  answers: ReadonlyMap<string, SurveyAnswer>,
): ReadonlySet<string> {
  const skipped = new Set<string>();
  const holds = ({ when }: BranchRule): boolean => {
    const answer = answers.get(when.option_id);
    return conditionHolds(when, answer && skipped.has(answer.stepId) ? undefined : answer);
  };
  for (const { publicId, data } of steps) {
    const rules = branchRules(data);
    const shows = rules.filter(({ action }) => action === "show");
    const isSkipped =
      rules.some((rule) => rule.action === "skip" && holds(rule)) ||
      (shows.length > 0 && !shows.some(holds));
    if (isSkipped) skipped.add(publicId);
  }
  return skipped;
}

function conditionHolds(when: BranchRule["when"], answer: SurveyAnswer | undefined): boolean {
  const isAnswered = answer !== undefined && (answer.value ?? answer.text) !== undefined;
  if (when.answered !== undefined) return isAnswered === when.answered;
  if (!isAnswered) return false;
  if (when.contains !== undefined) return choicesIn(answer.text)?.includes(when.contains) === true;
  if (when.is_not !== undefined) {
    return !isEqual(answer, when.is_not) && choicesIn(answer.text)?.includes(when.is_not) !== true;
  }
  return isEqual(answer, when.vote ?? when.vote_text);
}

/** Several choices are equal in any order, and numbers in any notation. */
function isEqual(
  { value, text, inputType }: SurveyAnswer,
  wanted: number | string | undefined,
): boolean {
  if (typeof wanted !== "string") return value === wanted;
  if (text !== undefined && normalText(text, inputType) === normalText(wanted, inputType)) {
    return true;
  }
  const [chosen, all] = [choicesIn(text), choicesIn(wanted)];
  return chosen?.length === all?.length && all?.every((one) => chosen?.includes(one)) === true;
}

function choicesIn(text: string | undefined): readonly unknown[] | undefined {
  if (text?.startsWith("[") !== true) return undefined;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}
