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

type Placed = RuledStep & { readonly children: readonly { readonly id: string }[] };

/** The index of the step with the input that a condition names. */
const placeOf = (steps: readonly Placed[], when: When): number =>
  steps.findIndex(({ children }) => children.some(({ id }) => id === when.option_id));

const withRules = <Step extends Placed>(each: Step, rules: readonly BranchRule[]): Step => ({
  ...each,
  step: { ...each.step, data: { ...(each.step.data as object | undefined), branch: { rules } } },
});

/** The rules that the order of the steps allows: those about earlier steps. */
export const allowedIn = (
  steps: readonly Placed[],
  at: number,
  rules: readonly BranchRule[],
): readonly BranchRule[] => rules.filter(({ when }) => placeOf(steps, when) < at);

/**
 * The steps in a new order, with rules by which each answer leads to the step to which it led
 * before. `lost`: the answers that cannot, as that step comes before theirs. They lead to the next.
 */
export function moveStep<Step extends Placed>(
  steps: readonly Step[],
  from: number,
  to: number,
): { readonly steps: readonly Step[]; readonly lost: readonly When[] } {
  const moved = steps.toSpliced(from, 1).toSpliced(to, 0, ...steps.slice(from, from + 1));
  const skips = steps.flatMap(({ step }) =>
    branchRules(step.data).flatMap(({ action, when }) => (action === "skip" ? [when] : [])),
  );
  const lost: When[] = [];
  let after = moved;
  for (const [index, when] of skips.entries()) {
    const before = placeOf(steps, when);
    const old = targetOf(steps, before, when);
    const isRepeated = skips.findIndex((other) => sameCondition(other, when)) < index;
    const at = placeOf(moved, when);
    const leadsOn = old > before + 1;
    const isBehind = moved.some((each, place) => place <= at && skipsAfter(each, when));
    if (before < 0 || isRepeated || !(leadsOn || isBehind)) continue;
    const led = steps[old];
    const target =
      led === undefined ? moved.length : moved.findIndex(({ step }) => step.id === led.step.id);
    const isLost = target <= at || !leadsOn;
    if (isLost) lost.push(when);
    const changes = new Map(
      isLost ? [] : rulesLeadingTo(after, at, when, target).map(({ id, rules }) => [id, rules]),
    );
    after = after.map((each, place) => {
      const rules = branchRules(each.step.data);
      const changed = isLost || place <= at ? withoutSkip(rules, when) : changes.get(each.step.id);
      return changed === undefined || changed === rules ? each : withRules(each, changed);
    });
  }
  return { steps: after, lost };
}

/**
 * The conditions under which the survey ends early. A new last step must be skipped under them, or
 * the answers would lead to it.
 */
export function endingConditions(steps: readonly Placed[]): readonly When[] {
  const rules = branchRules(steps.at(-1)?.step.data);
  return rules.flatMap(({ action, when }) => {
    const at = placeOf(steps, when);
    const ends = action === "skip" && at >= 0 && targetOf(steps, at, when) === steps.length;
    return ends ? [when] : [];
  });
}
