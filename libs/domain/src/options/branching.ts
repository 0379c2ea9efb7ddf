import { z } from "zod";
import { type BranchingStep, type BranchRule, branchRules } from "../branching";
import { cutAbove, entry, isLongerThan } from "../input/fields";
import { hasErrors, mergeErrors, type Reading, readBody } from "../input/read-body";
import { isObject, singleError } from "../input/read-fields";
import { trimText } from "../input/texts";
import { choosesSeveral } from "../polls/attributes";
import type { ProblemSentence } from "../refusals/field-problems";
import type { FieldErrors } from "../refusals/refusal";
import type { VoteBounds, VoteType } from "../vote-types/vote-type";

const VOTE_TEXT_MAX = 10_000;
const RULES_MAX = 100;

const text = () =>
  z
    .string()
    .refine(
      (value) => !isLongerThan(value, VOTE_TEXT_MAX),
      `must have at most ${VOTE_TEXT_MAX} characters` satisfies ProblemSentence,
    )
    .meta({ maxLength: VOTE_TEXT_MAX });

const conditions = {
  vote: z.number().optional(),
  vote_text: text().optional(),
  contains: text().optional(),
  is_not: z.union([z.number(), text()]).optional(),
  answered: z.boolean().optional(),
};

type Condition = keyof typeof conditions;

const conditionNames = Object.keys(conditions) as readonly Condition[];

const when = z
  .strictObject({ option_id: entry(), ...conditions })
  .refine((rule) => conditionNames.filter((name) => rule[name] !== undefined).length === 1, {
    error: "needs exactly one condition" satisfies ProblemSentence,
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

export interface TakenVotes {
  readonly type: VoteType;
  readonly bounds: VoteBounds;
}

/** The options under earlier steps by public id. Undefined: the option takes no votes. */
export type EarlierOptions = ReadonlyMap<string, TakenVotes | undefined>;

/** Validates the branching rules of a step. Stored rules stay valid, also if their input has changed since. */
export function readBranch(
  data: unknown,
  earlier: EarlierOptions,
  stored: unknown = undefined,
): Reading<unknown> {
  const reading = readBody(z.strictObject({ data: branchData }), { data });
  const ruleList: readonly unknown[] = branchRules(data);
  const forwardRules = ruleList.flatMap((rule, at) => {
    const id: unknown = isObject(rule) && isObject(rule.when) ? rule.when.option_id : undefined;
    return typeof id === "string" && id.trim() !== "" && !earlier.has(id.trim())
      ? [singleError(`data.branch.rules.${at}.when.option_id`, "is not under an earlier step")]
      : [];
  });
  const errors = mergeErrors(
    ...(reading.ok ? neverTrue(reading.value.data, earlier, stored) : [reading.errors]),
    ...forwardRules,
  );
  return reading.ok && !hasErrors(errors)
    ? { ok: true, value: reading.value.data }
    : { ok: false, errors };
}

/** The problems of rules whose condition no answer meets. */
function neverTrue(data: unknown, earlier: EarlierOptions, stored: unknown): FieldErrors[] {
  const known = branchRules(stored);
  return branchRules(data).flatMap(({ when }, at) => {
    const taken = earlier.get(when.option_id);
    const name = conditionNames.find((each) => when[each] !== undefined);
    const isKnown = known.some(
      (rule) => rule.when.option_id === when.option_id && name && rule.when[name] === when[name],
    );
    if (isKnown || name === undefined || !earlier.has(when.option_id)) return [];
    const sentence =
      taken === undefined ? "can never be true" : conditionProblem(name, when, taken);
    return sentence === undefined
      ? []
      : [singleError(`data.branch.rules.${at}.when.${name}`, sentence)];
  });
}

/** The problem of a condition that no vote meets, which is that of the vote where it has one. */
function conditionProblem(
  name: Condition,
  { [name]: wanted }: BranchRule["when"],
  { type, bounds }: TakenVotes,
): ProblemSentence | undefined {
  const never: ProblemSentence = "can never be true";
  if (name === "answered") return undefined;
  const choices = listOf(bounds) ? bounds.text?.allowedValues : undefined;
  const isChoice = choices?.some((choice) => choice === wanted) === true;
  if (isChoice && name !== "vote_text") return undefined;
  if (name === "contains") {
    const unknown: ProblemSentence = "is not one of the allowed values";
    return choices === undefined ? never : unknown;
  }
  const isText = typeof wanted === "string";
  const read = type.read(
    isText ? { voteText: wanted } : { vote: wanted },
    withoutOtherAnswers(type, bounds),
  );
  if (!read.ok) return (read.errors.vote ?? read.errors.vote_text ?? [])[0] ?? never;
  // A vote is stored without blanks around its text. Numbers and lists are equal in any notation.
  const isMet = isText
    ? read.value.text !== undefined && wanted === trimText(wanted)
    : read.value.value === wanted;
  return isMet ? undefined : never;
}

/** Rules name choices. They cannot name other answers. */
const withoutOtherAnswers = ({ carries }: VoteType, bounds: VoteBounds): VoteBounds => ({
  ...bounds,
  text: carries === "text" && bounds.text ? { ...bounds.text, allowsOther: false } : undefined,
});

const listOf = ({ text }: VoteBounds): boolean =>
  text !== undefined && choosesSeveral(text.inputType) && text.allowedValues.length > 0;

/** Replaces option ids in the branching rules of a step's `data`. Ids that are not in the map stay. */
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

/** Public ids of the options that rules name, which cannot be deleted (docs/reference/options.md#deletion). */
export const optionsInBranching = (
  steps: readonly Pick<BranchingStep, "data">[],
): ReadonlySet<string> =>
  new Set(steps.flatMap(({ data }) => branchRules(data).map((rule) => rule.when.option_id)));

/** Whether all rules refer to options (`optionIds`, public) under earlier steps in this order of steps. */
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
