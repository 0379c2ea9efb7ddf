import { mergeErrors } from "../input/read-body";
import { errorIf, singleError } from "../input/read-fields";
import { defaultStepVoteType, optionTypes } from "../option-types";
import { choosesOnly, choosesSeveral, defaultInputType } from "../polls/attributes";
import {
  type BoundNames,
  boundsProblems,
  fixedFrom,
  fixedProblems,
  type NeededStoredVotes,
  neededForBounds,
  noStoredVotes,
  ONCE_VOTES,
  type SettingsUse,
  type StoredVotes,
} from "../polls/fixed-settings";
import type { FixedFrom } from "../polls/setting-kinds";
import type { FieldErrors } from "../refusals/refusal";
import { OTHER } from "../vote-types/typed-text";
import { someVoteCounts, voteSettingsOfStep } from "../votes/vote-settings";
import type { Option } from "./option";
import type { OptionSettings } from "./option-settings";

export type OptionConfiguration = Pick<Option, "type" | "settings" | "inputType">;

type Name = keyof OptionSettings | "input_type";

const comparableValue = ({ settings, inputType }: OptionConfiguration, name: Name): unknown => {
  if (name === "input_type") return inputType ?? defaultInputType;
  if (name === "survey_step_vote_type") return settings[name] ?? defaultStepVoteType;
  const value = settings[name];
  return Array.isArray(value) ? JSON.stringify(value) : value;
};

const changedBetween =
  (before: OptionConfiguration | undefined, after: OptionConfiguration) =>
  (name: Name): boolean =>
    before === undefined || comparableValue(before, name) !== comparableValue(after, name);

const stepLimits = [
  "survey_step_vote_limit_per_option_min",
  "survey_step_vote_limit_per_option",
  "survey_step_vote_limit_per_voter",
] as const satisfies readonly (keyof OptionSettings)[];

/** A minimum, and the maximum that it must not exceed. */
const orderedLimits = [
  ["survey_step_vote_limit_per_option_min", "survey_step_vote_limit_per_option"],
  ["survey_step_vote_limit_per_voter_min", "survey_step_vote_limit_per_voter"],
] as const;

/**
 * Settings by which no participant could answer an option or vote under it, as far as the update causes them
 * (docs/reference/options.md#settings).
 */
export function optionSettingsProblems(
  after: OptionConfiguration,
  before: OptionConfiguration | undefined,
): FieldErrors {
  const isChanged = changedBetween(before, after);
  return mergeErrors(
    choiceProblems(after, isChanged),
    otherProblems(after, isChanged),
    stepProblems(after, isChanged),
    placeProblems(after, isChanged),
  );
}

/** Refused also in other polls, so that a change of the poll's type need not check all options. */
const placeProblems = (
  { settings }: OptionConfiguration,
  isChanged: (name: Name) => boolean,
): FieldErrors =>
  errorIf(
    settings.voter_limit === 0 && isChanged("voter_limit"),
    "voter_limit",
    "must be at least 1: no participant could vote with limit_per_option_type limit_individual",
  );

/** Choices need at least one value to choose from. */
function choiceProblems(
  option: OptionConfiguration,
  isChanged: (name: Name) => boolean,
): FieldErrors {
  const { settings, inputType } = option;
  if ((settings.allowed_values ?? []).length > 0) return {};
  const { isInput } = optionTypes.get(option.type);
  const of =
    isInput && choosesOnly(inputType)
      ? (["input_type", inputType] as const)
      : hasColumns(option)
        ? (["survey_step_type", settings.survey_step_type] as const)
        : undefined;
  if (of === undefined || !(isChanged("allowed_values") || isChanged(of[0]))) return {};
  return singleError("allowed_values", `is required with ${of[0]} ${of[1]}`);
}

/** A choice would be counted together with all other answers. */
const otherProblems = (
  { settings }: OptionConfiguration,
  isChanged: (name: Name) => boolean,
): FieldErrors =>
  errorIf(
    settings.allow_other &&
      settings.allowed_values?.includes(OTHER) === true &&
      (isChanged("allow_other") || isChanged("allowed_values")),
    "allowed_values",
    "contradicts allow_other",
  );

function stepProblems(step: OptionConfiguration, isChanged: (name: Name) => boolean): FieldErrors {
  const { settings } = step;
  for (const [lower, upper] of orderedLimits) {
    const [least, most] = [settings[lower], settings[upper]];
    if (least === undefined || most === undefined || least <= most) continue;
    if (isChanged(lower)) return singleError(lower, `must not be above ${upper}`);
    return errorIf(isChanged(upper), upper, `must not be below ${lower}`);
  }
  if (hasVotesThatCount(step)) return {};
  const set = stepLimits.filter((name) => settings[name] !== undefined);
  const alone = set.filter((name) =>
    hasVotesThatCount({ ...step, settings: { ...settings, [name]: undefined } }),
  );
  const causes = alone.length > 0 ? alone : set;
  const cause = [
    ...causes,
    ...stepLimits,
    ...(["survey_step_vote_type", "survey_step_type"] as const),
  ].find(isChanged);
  if (cause === undefined) return {};
  const others = causes.filter((name) => name !== cause).map((name) => `${name} ${settings[name]}`);
  const kind = cause === "survey_step_vote_type" ? [] : [voteSettingsOfStep(step)?.type.name];
  return singleError(cause, `allows no counting vote with ${[...others, ...kind].join(" and ")}`);
}

/** Whether some vote on the step counts. A matrix without columns has a problem of its own. */
function hasVotesThatCount(step: OptionConfiguration): boolean {
  const kind = voteSettingsOfStep(step);
  if (kind === undefined) return true;
  const bounds = hasColumns(step) ? { ...kind.bounds, max: kind.bounds.max || 1 } : kind.bounds;
  return someVoteCounts({ ...kind, bounds }, { places: undefined, purchase: undefined });
}

const hasColumns = (option: OptionConfiguration): boolean => {
  const { isStep, children } = optionTypes.get(option.type);
  return isStep && children(option, "")?.voteLimits === "columns";
};

/** The options and votes that restrict an update, as far as `neededUseOfChange` lists them. */
export interface OptionUse extends SettingsUse {
  readonly storedVotes: StoredVotes;
  readonly chosenValues: readonly string[];
  /** Whether a vote on the input has several lines. */
  readonly hasSeveralLines: boolean;
}

export interface NeededOptionUse extends NeededStoredVotes {
  /** Whether to look for options under it. */
  readonly options: boolean;
  /** Whether to look for votes on or under it. */
  readonly votes: boolean;
  /** Which chosen values to load from votes on the input: plain texts, or the entries of lists. */
  readonly chosenValues: "texts" | "lists" | undefined;
  readonly severalLines: boolean;
}

/** Returns which facts an update of the option must be checked against. */
export function neededUseOfChange(
  before: OptionConfiguration,
  after: OptionConfiguration,
): NeededOptionUse {
  const isChanged = changedBetween(before, after);
  const { isInput } = optionTypes.get(before.type);
  const fixed = (Object.entries(fixedFrom.option) as [Name, FixedFrom][])
    .filter(([name]) => isChanged(name))
    .map(([, from]) => from);
  return {
    ...neededForBounds(voteSettingsOfStep(before), voteSettingsOfStep(after)),
    options: fixed.some((from) => from === "first_option" || from === "first_answer"),
    votes: fixed.some((from) => from !== "first_option"),
    chosenValues: isInput && isChanged("allowed_values") ? choiceForm(before) : undefined,
    severalLines: isInput && isChanged("multiline"),
  };
}

const choiceForm = ({ inputType }: OptionConfiguration): "texts" | "lists" | undefined => {
  if (choosesSeveral(inputType)) return "lists";
  return choosesOnly(inputType) ? "texts" : undefined;
};

/** Changes that options and votes under the option forbid (docs/reference/options.md#fixed-settings). */
export function fixedOptionProblems(
  before: OptionConfiguration,
  after: OptionConfiguration,
  use: OptionUse,
): FieldErrors {
  const isChanged = changedBetween(before, after);
  const problems = fixedProblems(fixedFrom.option, isChanged, use);
  if (!use.hasVotes) return problems;
  return mergeErrors(
    problems,
    hasColumns(before)
      ? columnProblems(before.settings, after.settings)
      : boundsProblems(
          voteSettingsOfStep(before),
          voteSettingsOfStep(after),
          boundNames,
          use.storedVotes,
        ),
    valueProblems(before, after, use),
    errorIf(before.settings.allow_other && !after.settings.allow_other, "allow_other", ONCE_VOTES),
    errorIf(
      use.hasSeveralLines && !after.settings.multiline && isChanged("multiline"),
      "multiline",
      `${ONCE_VOTES} of several lines`,
    ),
  );
}

const boundNames: BoundNames = {
  min: "survey_step_vote_limit_per_option_min",
  max: "survey_step_vote_limit_per_option",
  perVoter: "survey_step_vote_limit_per_voter",
};

/** A vote stores the index of its column. Columns may only be renamed, or added at the end. */
function columnProblems(before: OptionSettings, after: OptionSettings): FieldErrors {
  const [had, has] = [before.allowed_values ?? [], after.allowed_values ?? []];
  if (has.length < had.length) return singleError("allowed_values", ONCE_VOTES);
  const moved = had.find((value, at) => has.includes(value) && has[at] !== value);
  return errorIf(moved !== undefined, "allowed_values", `${ONCE_VOTES} for ${moved}`);
}

function valueProblems(
  before: OptionConfiguration,
  after: OptionConfiguration,
  { chosenValues }: OptionUse,
): FieldErrors {
  if (!optionTypes.get(before.type).isInput) return {};
  const [had, has] = [before.settings.allowed_values ?? [], after.settings.allowed_values ?? []];
  // A checkbox without values is a single yes or no.
  const isOtherCheckbox =
    before.inputType === "checkbox" && (had.length === 0) !== (has.length === 0);
  if (isOtherCheckbox) return singleError("allowed_values", ONCE_VOTES);
  const lost = chosenValues.filter((value) => had.includes(value) && !has.includes(value));
  return errorIf(lost.length > 0, "allowed_values", `${ONCE_VOTES} for ${lost.join(", ")}`);
}

/**
 * Errors by the field names of the body, without those of fields that could not be read, in whole or in part: a problem
 * of their absence would mislead.
 */
export function namedAsGiven(
  problems: FieldErrors,
  hasAllowedValuesBeside: boolean,
  known: FieldErrors,
): FieldErrors {
  const nameOf = (name: string) =>
    name === "input_type" || (name === "allowed_values" && hasAllowedValuesBeside)
      ? name
      : `settings.${name}`;
  const unread = new Set(Object.keys(known).map((path) => path.split(".")[0]));
  return Object.fromEntries(
    Object.entries(problems)
      .filter(([name]) => !unread.has(name) && (name === "input_type" || !unread.has("settings")))
      .map(([name, sentences]) => [nameOf(name), sentences]),
  );
}

export const unusedOption: OptionUse = {
  hasOptions: false,
  hasVotes: false,
  storedVotes: noStoredVotes,
  chosenValues: [],
  hasSeveralLines: false,
};
