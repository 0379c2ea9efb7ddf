import { z } from "zod";
import { type BranchingStep, branchRules } from "../branching";
import { cutAbove, entry, isLongerThan } from "../input/fields";
import { hasErrors, mergeErrors, type Reading, readBody } from "../input/read-body";
import { isObject, singleError } from "../input/read-fields";
import type { ProblemSentence } from "../refusals/field-problems";

const VOTE_TEXT_MAX = 10_000;
const RULES_MAX = 100;

const when = z
  .strictObject({
    option_id: entry(),
    vote: z.number().optional(),
    vote_text: z
      .string()
      .refine(
        (value) => !isLongerThan(value, VOTE_TEXT_MAX),
        `must have at most ${VOTE_TEXT_MAX} characters` satisfies ProblemSentence,
      )
      .meta({ maxLength: VOTE_TEXT_MAX })
      .optional(),
  })
  .refine(({ vote, vote_text }) => (vote === undefined) !== (vote_text === undefined), {
    error: "needs either `vote` or `vote_text`" satisfies ProblemSentence,
    // Unknown keys do not hide this problem.
    when: ({ value }) => isObject(value),
  });

const branchData = z.strictObject({
  branch: z.strictObject({
    rules: z.preprocess(
      cutAbove(RULES_MAX),
      z.array(z.strictObject({ when, action: z.enum(["skip", "show"]) })).max(RULES_MAX),
    ),
  }),
});

/**
 * Validates `data` of a step: its branching rules. `earlier` has the public ids of options under
 * earlier steps.
 */
export function readBranch(data: unknown, earlier: ReadonlySet<string>): Reading<unknown> {
  const reading = readBody(z.strictObject({ data: branchData }), { data });
  const given: readonly unknown[] = branchRules(data);
  const later = given.flatMap((rule, at) => {
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

/**
 * Replaces option ids in the branching rules of a step's `data`. Ids that are not in the map stay.
 */
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

/**
 * Public ids of the options that branching rules refer to. These options cannot be deleted
 * (docs/reference/options.md#deletion).
 */
export const optionsInBranching = (
  steps: readonly Pick<BranchingStep, "data">[],
): ReadonlySet<string> =>
  new Set(steps.flatMap(({ data }) => branchRules(data).map((rule) => rule.when.option_id)));

/**
 * Whether all rules refer to options under earlier steps, given the order of the steps. `optionIds`
 * are public ids.
 */
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
