import { type BranchRule, branchRules } from "@polls/domain/branching";

type When = BranchRule["when"];

/** A step and its rules, as far as ways through the survey depend on them. */
export interface RuledStep {
  readonly step: { readonly id: string; readonly data?: unknown };
}

const sameCondition = (one: When, other: When): boolean =>
  (["option_id", "vote", "vote_text", "contains", "is_not", "answered"] as const).every(
    (name) => one[name] === other[name],
  );

const skipsAfter = ({ step }: RuledStep, when: When): boolean =>
  branchRules(step.data).some((rule) => rule.action === "skip" && sameCondition(rule.when, when));

/**
 * The index of the step to which an answer on the step `at` leads: the first one after it that the
 * answer does not skip. The number of steps: the end of the survey.
 */
export function targetOf(steps: readonly RuledStep[], at: number, when: When): number {
  const found = steps.findIndex((step, index) => index > at && !skipsAfter(step, when));
  return found < 0 ? steps.length : found;
}

/** The steps whose rules change when an answer on the step `at` shall lead to `target`, with the new rules. */
export function rulesLeadingTo(
  steps: readonly RuledStep[],
  at: number,
  when: When,
  target: number,
): readonly { readonly id: string; readonly rules: readonly BranchRule[] }[] {
  const before = targetOf(steps, at, when);
  return steps.flatMap((step, index) => {
    const skips = index > at && index < target;
    const skipped = index > at && index < before;
    if (skips === skipped) return [];
    const rules = branchRules(step.step.data);
    return [{ id: step.step.id, rules: skips ? withSkip(rules, when) : withoutSkip(rules, when) }];
  });
}

const withoutSkip = (rules: readonly BranchRule[], when: When): readonly BranchRule[] =>
  rules.filter((rule) => rule.action !== "skip" || !sameCondition(rule.when, when));

const withSkip = (rules: readonly BranchRule[], when: When): readonly BranchRule[] => [
  ...withoutSkip(rules, when),
  { when, action: "skip" },
];

/**
 * The conditions under which the survey ends early. A new last step must be skipped under them, or
 * the answers would lead to it.
 */
export function endingConditions(
  steps: readonly (RuledStep & { readonly children: readonly { readonly id: string }[] })[],
): readonly When[] {
  const rules = branchRules(steps.at(-1)?.step.data);
  return rules.flatMap(({ action, when }) => {
    const at = steps.findIndex(({ children }) => children.some(({ id }) => id === when.option_id));
    const ends = action === "skip" && at >= 0 && targetOf(steps, at, when) === steps.length;
    return ends ? [when] : [];
  });
}
