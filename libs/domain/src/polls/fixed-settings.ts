import { mergeErrors } from "../input/read-body";
import { errorIf, singleError } from "../input/read-fields";
import type { OptionSettings } from "../options/option-settings";
import type { ProblemSentence } from "../refusals/field-problems";
import type { FieldErrors } from "../refusals/refusal";
import { isValueOf, limitPerVoterOf, type VoteSettings } from "../votes/vote-settings";
import type { FixedFrom } from "./setting-kinds";
import { settingNames, settingOf } from "./settings";
import type { SettingName } from "./settings-table";

type OptionSetting = keyof OptionSettings | "input_type";

/** Settings of options on which no stored vote depends. */
// biome-ignore format: names in lines
type FreeOfOption =
  | "column_width" | "dot_vote_icon" | "mandatory" | "randomize_options" | "require_vote"
  | "show_as_list" | "survey_step_rating_method" | "survey_step_vote_limit_per_voter_min"
  | "translations" | "voter_limit";

type FixedSettings<Name extends string> = Readonly<Partial<Record<Name, FixedFrom>>>;

/** From when each other setting is fixed. One of options that is in neither place, or in both, is a compile error. */
export const fixedFrom: {
  readonly poll: FixedSettings<SettingName | "voting_categories">;
  readonly option: FixedSettings<OptionSetting>;
} = {
  poll: {
    ...Object.fromEntries(
      settingNames.flatMap((name) => {
        const from = settingOf(name).fixedFrom;
        return from === undefined ? [] : [[name, from]];
      }),
    ),
    voting_categories: "stored_votes",
  },
  option: {
    input_type: "first_answer",
    survey_step_type: "first_option",
    survey_step_vote_type: "first_vote",
    allow_other: "stored_votes",
    allowed_values: "stored_votes",
    multiline: "stored_votes",
    survey_step_vote_limit_per_option: "stored_votes",
    survey_step_vote_limit_per_option_min: "stored_votes",
    survey_step_vote_limit_per_voter: "stored_votes",
  } satisfies Readonly<Record<Exclude<OptionSetting, FreeOfOption>, FixedFrom>>,
};

const ONCE_OPTIONS = "cannot be changed once there are options";
export const ONCE_VOTES = "cannot be changed once there are votes";

/** What stored votes allow. Held votes and abstentions count as votes. */
export interface StoredVotes {
  /** The smallest value, the smallest value above 0, and the greatest value. */
  readonly values: readonly number[];
  /** The most that one participant has spent; under `vote_per_day`, on one day. */
  readonly mostSpent: number;
}

export const noStoredVotes: StoredVotes = { values: [], mostSpent: 0 };

/** The facts that a change of settings needs. Loading each of them may read all votes. */
export interface NeededStoredVotes {
  readonly values: boolean;
  readonly mostSpent: boolean;
}

export interface SettingsUse {
  readonly hasOptions: boolean;
  readonly hasVotes: boolean;
}

/** Refuses changes of settings that are fixed by the first option or by the first vote. */
export function fixedProblems<Name extends string>(
  fixed: FixedSettings<Name>,
  isChanged: (name: Name) => boolean,
  { hasOptions, hasVotes }: SettingsUse,
): FieldErrors {
  const sentences: Readonly<Record<FixedFrom, ProblemSentence | undefined>> = {
    first_option: hasOptions ? ONCE_OPTIONS : undefined,
    first_answer: hasVotes ? ONCE_VOTES : hasOptions ? ONCE_OPTIONS : undefined,
    first_vote: hasVotes ? ONCE_VOTES : undefined,
    stored_votes: undefined,
  };
  return mergeErrors(
    ...(Object.entries(fixed) as [Name, FixedFrom][]).map(([name, from]) => {
      const sentence = sentences[from];
      return sentence !== undefined && isChanged(name) ? singleError(name, sentence) : {};
    }),
  );
}

/** The names of the settings that bound a vote type. */
export type BoundNames = Readonly<Record<keyof VoteSettings["bounds"], string>>;

const bounds = ["min", "max", "perVoter"] as const;

/** The facts about stored votes that new bounds need. */
export function neededForBounds(
  before: VoteSettings | undefined,
  after: VoteSettings | undefined,
): NeededStoredVotes {
  const changed = bounds.filter((bound) => before?.bounds[bound] !== after?.bounds[bound]);
  const budget = before !== undefined && after !== undefined && lowersBudget(before, after);
  return { values: before !== undefined && changed.length > 0, mostSpent: budget };
}

/** Whether a change of `counting_method` forbids equal ranks, which ballots may have until now. */
export const forbidsEqualRanks = (
  before: VoteSettings | undefined,
  after: VoteSettings | undefined,
): boolean =>
  before !== undefined &&
  before.type.name === after?.type.name &&
  !before.type.unique &&
  after.type.unique;

const lowersBudget = (before: VoteSettings, after: VoteSettings): boolean =>
  before.type.defaultLimitPerVoter !== undefined &&
  (limitPerVoterOf(after) ?? Number.POSITIVE_INFINITY) <
    (limitPerVoterOf(before) ?? Number.POSITIVE_INFINITY);

/** Refuses bounds that a stored value violates, and a budget below what one participant has spent. */
export function boundsProblems(
  before: VoteSettings | undefined,
  after: VoteSettings | undefined,
  names: BoundNames,
  { values, mostSpent }: StoredVotes,
): FieldErrors {
  if (before === undefined || after === undefined) return {};
  const breaks = (bound: keyof VoteSettings["bounds"]): boolean => {
    if (before.bounds[bound] === after.bounds[bound]) return false;
    const kind = { ...before, bounds: { ...before.bounds, [bound]: after.bounds[bound] } };
    return values.some((value) => !isValueOf(kind, value));
  };
  const overspent = lowersBudget(before, after) && mostSpent > (limitPerVoterOf(after) ?? 0);
  return mergeErrors(
    errorIf(breaks("min"), names.min, `${ONCE_VOTES} below it`),
    errorIf(breaks("max"), names.max, `${ONCE_VOTES} above it`),
    errorIf(breaks("perVoter") || overspent, names.perVoter, `${ONCE_VOTES} that use more`),
  );
}
