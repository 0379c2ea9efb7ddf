import { z } from "zod";
import { entry } from "../input/fields";
import { hasErrors, mergeErrors, type Reading, readBody } from "../input/read-body";
import { isObject, singleError } from "../input/read-fields";

const when = z
  .strictObject({
    option_id: entry(),
    vote: z.number().optional(),
    vote_text: z.string().max(10_000).optional(),
  })
  .refine(({ vote, vote_text }) => (vote === undefined) !== (vote_text === undefined), {
    error: "needs either `vote` or `vote_text`",
    // An unknown key beside them hides no problem.
    when: ({ value }) => isObject(value),
  });

const branchData = z.strictObject({
  branch: z.strictObject({
    rules: z.array(z.strictObject({ when, action: z.enum(["skip", "show"]) })).max(100),
  }),
});

/** A rule of a step's branching (docs/reference/options.md#branching). */
export interface BranchRule {
  readonly when: {
    /** Public id of an option under an earlier step. */
    readonly option_id: string;
    readonly vote?: number | undefined;
    readonly vote_text?: string | undefined;
  };
  readonly action: "skip" | "show";
}

export interface BranchingStep {
  readonly publicId: string;
  readonly data: unknown;
}

/** A participant's vote on an option under a step. */
export interface SurveyAnswer {
  readonly value: number | undefined;
  readonly text: string | undefined;
}

/** Reads `data` of a step: its branching rules. `earlier` are public ids of options under earlier steps. */
export function readBranch(data: unknown, earlier: ReadonlySet<string>): Reading<unknown> {
  const reading = readBody(z.strictObject({ data: branchData }), { data });
  const later = rulesOf(data).flatMap((rule, at) => {
    const id: unknown = isObject(rule) && isObject(rule.when) ? rule.when.option_id : undefined;
    return typeof id === "string" && id.trim() !== "" && !earlier.has(id.trim())
      ? [singleError(`data.branch.rules.${at}.when.option_id`, "is not under an earlier step")]
      : [];
  });
  const errors = mergeErrors(reading.ok ? {} : reading.errors, ...later);
  return reading.ok && !hasErrors(errors)
    ? { ok: true, value: reading.value.data }
    : { ok: false, errors };
}

/** `data` of a step whose rules name other options, by a map of ids; ids that the map lacks stay. */
export function renameInBranching(data: unknown, ids: ReadonlyMap<string, string>): unknown {
  const rules = branchRules(data);
  if (!isObject(data) || !isObject(data.branch) || rules.length === 0) return data;
  const renamed = rules.map((rule) => {
    if (!isObject(rule) || !isObject(rule.when)) return rule;
    const { option_id: id } = rule.when;
    return { ...rule, when: { ...rule.when, option_id: ids.get(id) ?? id } };
  });
  return { ...data, branch: { ...data.branch, rules: renamed } };
}

/** The branching rules in stored `data` of a step. */
const branchRules = (data: unknown): readonly BranchRule[] =>
  rulesOf(data) as readonly BranchRule[];

function rulesOf(data: unknown): readonly unknown[] {
  const branch = isObject(data) ? data.branch : undefined;
  const rules = isObject(branch) ? branch.rules : undefined;
  return Array.isArray(rules) ? rules : [];
}

/**
 * Public ids of the steps that a participant skips: a `skip` rule holds, or the step has `show` rules and none
 * holds. `answers` are by public id of the option.
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

/** Public ids of the options that branching rules name: they cannot be deleted (docs/reference/options.md#deletion). */
export const optionsInBranching = (
  steps: readonly Pick<BranchingStep, "data">[],
): ReadonlySet<string> =>
  new Set(steps.flatMap(({ data }) => branchRules(data).map((rule) => rule.when.option_id)));

/** Whether all rules refer to options under earlier steps in this order of steps; `optionIds` are public ids. */
export function branchesReferBack(
  steps: readonly (BranchingStep & { readonly optionIds: readonly string[] })[],
): boolean {
  const earlier = new Set<string>();
  return steps.every(({ data, optionIds }) => {
    const refersBack = branchRules(data).every((rule) => earlier.has(rule.when.option_id));
    for (const id of optionIds) earlier.add(id);
    return refersBack;
  });
}
