import { mergeErrors } from "../input/read-body";
import { singleError } from "../input/read-fields";
import type { OptionSettings } from "../options/option-settings";
import type { ProblemSentence } from "../refusals/field-problems";
import type { FieldErrors } from "../refusals/refusal";
import { isValueOf, limitPerVoterOf, type VoteKind } from "../votes/vote-kind";
import type { SettingName } from "./settings-table";

/**
 * From when a setting is fixed. A later change is refused with 422. `never`: no stored vote depends
 * on it. `first_option`: the first option in the poll, or under the survey step. `first_answer`: the
 * first vote on the input, or file under it. `first_vote`: the first vote in the poll, or on or under the option. `stored_votes`:
 * after the first vote, only changes are allowed that keep all stored votes valid.
 */
export type FixedFrom = "never" | "first_option" | "first_answer" | "first_vote" | "stored_votes";

/** From when each setting is fixed. A missing setting is a compile error. */
export const fixedFrom = {
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

    access_by_provider: "never",
    additional_attributes: "never",
    additional_option_attributes: "never",
    advent_calendar_shape: "never",
    allow_attachments: "never",
    allow_change_sort: "never",
    allow_comments: "never",
    allow_description: "never",
    allow_group_submissions: "never",
    allow_info_link: "never",
    allow_new_options: "never",
    allow_new_rows: "never",
    allow_search: "never",
    allow_share: "never",
    allow_subtitle: "never",
    allow_voting: "never",
    allowed_hosts: "never",
    chosen: "never",
    counting_changes: "never",
    counting_seed: "never",
    custom_hash: "never",
    deadline_submission: "never",
    deadline_voting: "never",
    default_sort: "never",
    default_states: "never",
    delete_after_days: "never",
    disable_participant_sign_up: "never",
    dot_vote_icon: "never",
    double_opt_in: "never",
    effect: "never",
    state_labels: "never",
    theme: "never",
    notify_votes: "never",
    title_font: "never",
    final_votes: "never",
    file_size_max_mb: "never",
    file_size_min_mb: "never",
    forward_url_parameters: "never",
    group_submission_max_entries: "never",
    hidden_author_name: "never",
    hidden_best_rating: "never",
    hidden_image_name: "never",
    hidden_participants: "never",
    hide_options: "never",
    hide_results: "never",
    hide_tags: "never",
    hide_votes: "never",
    image_min_height: "never",
    image_min_smallest_side_length: "never",
    image_min_width: "never",
    image_orientation: "never",
    indexing: "never",
    jury_mode: "never",
    language: "never",
    last_voting_category_id: "never",
    limit_per_option: "never",
    limit_per_option_type: "never",
    notify_new_options: "never",
    notify_result: "never",
    notify_state_changes: "never",
    option_limit: "never",
    option_vote_requirement: "never",
    options_per_page: "never",
    options_visible_before_voting: "never",
    participant_limitation_type: "never",
    photo_gallery_full_width: "never",
    photo_gallery_image_mode: "never",
    photo_gallery_layout: "never",
    prevent_vote_for_own_options: "never",
    privacy_policy: "never",
    privacy_policy_for_option_creators: "never",
    privacy_policy_for_voters: "never",
    private_comments: "never",
    public_admin_link: "never",
    public_answers: "never",
    publisher: "never",
    publisher_email: "never",
    publisher_info: "never",
    randomize_options: "never",
    rating_method: "never",
    results_visible: "never",
    require_all_dots: "never",
    require_approval: "never",
    require_author_name: "never",
    require_description: "never",
    require_voter_name: "never",
    restrict_view_access: "never",
    forwarded_url_parameters: "never",
    restricted_double_opt_in_domains: "never",
    seats: "never",
    show_as_list: "never",
    show_metadata: "never",
    show_photo_info_by_default: "never",
    social_media_description: "never",
    social_media_image_data: "never",
    social_media_title: "never",
    start_date_submission: "never",
    start_date_voting: "never",
    submission_fee: "never",
    submission_fee_title: "never",
    submission_fee_type: "never",
    target: "never",
    terms: "never",
    terms_for_option_creators: "never",
    terms_for_voters: "never",
    tie_break: "never",
    thank_you_page: "never",
    thank_you_page_data: "never",
    participant_limit: "never",
    translations: "never",
    thank_you_page_submitter: "never",
    thank_you_page_submitter_data: "never",
    vote_limit_per_voter_min: "never",
    voting_fee_title: "never",
    white_label: "never",
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

    column_width: "never",
    dot_vote_icon: "never",
    mandatory: "never",
    randomize_options: "never",
    require_vote: "never",
    show_as_list: "never",
    survey_step_rating_method: "never",
    survey_step_vote_limit_per_voter_min: "never",
    translations: "never",
    voter_limit: "never",
  },
} as const satisfies {
  readonly poll: Readonly<Record<SettingName | "voting_categories", FixedFrom>>;
  readonly option: Readonly<Record<keyof OptionSettings | "input_type", FixedFrom>>;
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

/** The existing options and votes that fix settings. */
export interface SettingsUse {
  readonly hasOptions: boolean;
  readonly hasVotes: boolean;
}

/** Refuses changes of settings that are fixed by the first option or by the first vote. */
export function fixedProblems<Name extends string>(
  fixed: Readonly<Record<Name, FixedFrom>>,
  isChanged: (name: Name) => boolean,
  { hasOptions, hasVotes }: SettingsUse,
): FieldErrors {
  const sentences: Readonly<Record<FixedFrom, ProblemSentence | undefined>> = {
    never: undefined,
    first_option: hasOptions ? ONCE_OPTIONS : undefined,
    first_answer: hasVotes ? ONCE_VOTES : hasOptions ? ONCE_OPTIONS : undefined,
    first_vote: hasVotes ? ONCE_VOTES : undefined,
    stored_votes: undefined,
  };
  return mergeErrors(
    ...(Object.keys(fixed) as Name[]).map((name) => {
      const sentence = sentences[fixed[name]];
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
