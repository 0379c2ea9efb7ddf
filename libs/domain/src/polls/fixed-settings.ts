import { mergeErrors } from "../input/read-body";
import { singleError } from "../input/read-fields";
import type { OptionSettings } from "../options/option-settings";
import type { ProblemSentence } from "../refusals/field-problems";
import type { FieldErrors } from "../refusals/refusal";
import { isValueOf, limitPerVoterOf, type VoteKind } from "../votes/vote-kind";
import type { SettingName } from "./settings-table";

/**
 * From when a setting is fixed. A later change is refused with 422. `first_option`: the first option in the poll, or
 * under the survey step. `first_answer`: the first vote on the input, or file under it. `first_vote`: the first vote in
 * the poll, or on or under the option. `stored_votes`: after the first vote, a change must keep all stored votes valid.
 */
export type FixedFrom = "first_option" | "first_answer" | "first_vote" | "stored_votes";

/** From when settings are fixed. No stored vote depends on the other settings. */
export const fixedFrom: {
  readonly poll: Readonly<Partial<Record<SettingName | "voting_categories", FixedFrom>>>;
  readonly option: Readonly<Partial<Record<keyof OptionSettings | "input_type", FixedFrom>>>;
} = {
  poll: {
    option_type: "first_option",
    vote_type: "first_vote",
    vote_per_day: "first_vote",
    voting_fee: "first_vote",
    voting_fee_type: "first_vote",
    anonymize_voter_names: "stored_votes",
    counting_method: "stored_votes",
    timezone: "stored_votes",
    vote_limit_per_option: "stored_votes",
    vote_limit_per_option_min: "stored_votes",
    vote_limit_per_voter: "stored_votes",
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
  },
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
  fixed: Readonly<Partial<Record<Name, FixedFrom>>>,
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

type StoredVotesSentence = ProblemSentence & `${typeof ONCE_VOTES}${string}`;

/** Refuses a change because of the values of stored votes. */
export const storedVotesProblem = (
  name: string,
  sentence: StoredVotesSentence = ONCE_VOTES,
): FieldErrors => singleError(name, sentence);

/** The names of the settings that bound a kind of votes. */
export type BoundNames = Readonly<Record<keyof VoteKind["bounds"], string>>;

const bounds = ["min", "max", "perVoter"] as const;

/** The facts about stored votes that new bounds need. */
export function neededForBounds(
  before: VoteKind | undefined,
  after: VoteKind | undefined,
): NeededStoredVotes {
  const changed = bounds.filter((bound) => before?.bounds[bound] !== after?.bounds[bound]);
  const budget = before !== undefined && after !== undefined && lowersBudget(before, after);
  return { values: before !== undefined && changed.length > 0, mostSpent: budget };
}

/** Whether a change of `counting_method` forbids equal ranks, which ballots may have until now. */
export const forbidsEqualRanks = (
  before: VoteKind | undefined,
  after: VoteKind | undefined,
): boolean =>
  before !== undefined &&
  before.type.name === after?.type.name &&
  !before.type.unique &&
  after.type.unique;

const lowersBudget = (before: VoteKind, after: VoteKind): boolean =>
  before.type.defaultLimitPerVoter !== undefined &&
  (limitPerVoterOf(after) ?? Number.POSITIVE_INFINITY) <
    (limitPerVoterOf(before) ?? Number.POSITIVE_INFINITY);

/** Refuses bounds that a stored value violates, and a budget below what one participant has spent. */
export function boundsProblems(
  before: VoteKind | undefined,
  after: VoteKind | undefined,
  names: BoundNames,
  { values, mostSpent }: StoredVotes,
): FieldErrors {
  if (before === undefined || after === undefined) return {};
  const breaks = (bound: keyof VoteKind["bounds"]): boolean => {
    if (before.bounds[bound] === after.bounds[bound]) return false;
    const kind = { ...before, bounds: { ...before.bounds, [bound]: after.bounds[bound] } };
    return values.some((value) => !isValueOf(kind, value));
  };
  const overspent = lowersBudget(before, after) && mostSpent > (limitPerVoterOf(after) ?? 0);
  return mergeErrors(
    breaks("min") ? storedVotesProblem(names.min, `${ONCE_VOTES} below it`) : {},
    breaks("max") ? storedVotesProblem(names.max, `${ONCE_VOTES} above it`) : {},
    breaks("perVoter") || overspent
      ? storedVotesProblem(names.perVoter, `${ONCE_VOTES} that use more`)
      : {},
  );
}
