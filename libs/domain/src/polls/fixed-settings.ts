import { mergeErrors } from "../input/read-body";
import { errorIf, singleError } from "../input/read-fields";
import type { OptionSettings } from "../options/option-settings";
import type { ProblemSentence } from "../refusals/field-problems";
import type { FieldErrors } from "../refusals/refusal";
import { isValueOf, limitPerVoterOf, type VoteSettings } from "../votes/vote-settings";
import type { SettingName } from "./settings-table";

/**
 * From when a setting is fixed. A later change is refused with 422. `first_option`: the first option in the poll, or
 * under the survey step. `first_answer`: the first vote on the input, or file under it. `first_vote`: the first vote in
 * the poll, or on or under the option. `stored_votes`: after the first vote, a change must keep all stored votes valid.
 */
export type FixedFrom = "first_option" | "first_answer" | "first_vote" | "stored_votes";

type PollSetting = SettingName | "voting_categories";
type OptionSetting = keyof OptionSettings | "input_type";

/** Settings of polls on which no stored vote depends. */
// biome-ignore format: names in lines
type FreeOfPoll =
  | "access_by_provider" | "additional_attributes" | "additional_option_attributes"
  | "advent_calendar_shape" | "allow_attachments" | "allow_change_sort" | "allow_comments"
  | "allow_description" | "allow_group_submissions" | "allow_info_link" | "allow_new_options"
  | "allow_new_rows" | "allow_search" | "allow_share" | "allow_subtitle" | "allow_voting"
  | "allowed_hosts" | "chosen" | "counting_changes" | "counting_seed" | "custom_hash"
  | "deadline_submission" | "deadline_voting" | "default_sort" | "default_states"
  | "delete_after_days" | "disable_participant_sign_up" | "dot_vote_icon" | "double_opt_in"
  | "effect" | "file_size_max_mb" | "file_size_min_mb" | "final_votes" | "forward_url_parameters"
  | "forwarded_url_parameters" | "group_submission_max_entries" | "hidden_author_name"
  | "hidden_best_rating" | "hidden_image_name" | "hidden_participants" | "hide_options"
  | "hide_results" | "hide_tags" | "hide_votes" | "image_min_height"
  | "image_min_smallest_side_length" | "image_min_width" | "image_orientation" | "indexing"
  | "jury_mode" | "language" | "last_voting_category_id" | "limit_per_option"
  | "limit_per_option_type" | "notify_new_options" | "notify_result" | "notify_state_changes"
  | "notify_votes" | "option_limit" | "option_vote_requirement" | "options_per_page"
  | "options_visible_before_voting" | "participant_limit" | "participant_limitation_type"
  | "photo_gallery_full_width" | "photo_gallery_image_mode" | "photo_gallery_layout"
  | "prevent_vote_for_own_options" | "privacy_policy" | "privacy_policy_for_option_creators"
  | "privacy_policy_for_voters" | "private_comments" | "public_admin_link" | "public_answers"
  | "publisher" | "publisher_email" | "publisher_info" | "randomize_options" | "rating_method"
  | "require_all_dots" | "require_approval" | "require_author_name" | "require_description"
  | "require_voter_name" | "restrict_view_access" | "restricted_double_opt_in_domains"
  | "results_visible" | "seats" | "show_as_list" | "show_metadata" | "show_photo_info_by_default"
  | "social_media_description" | "social_media_image_data" | "social_media_title"
  | "start_date_submission" | "start_date_voting" | "state_labels" | "submission_fee"
  | "submission_fee_title" | "submission_fee_type" | "target" | "terms"
  | "terms_for_option_creators" | "terms_for_voters" | "thank_you_page" | "thank_you_page_data"
  | "thank_you_page_submitter" | "thank_you_page_submitter_data" | "theme" | "tie_break"
  | "title_font" | "translations" | "vote_limit_per_voter_min" | "voting_fee_title" | "white_label";

/** Settings of options on which no stored vote depends. */
// biome-ignore format: names in lines
type FreeOfOption =
  | "column_width" | "dot_vote_icon" | "mandatory" | "randomize_options" | "require_vote"
  | "show_as_list" | "survey_step_rating_method" | "survey_step_vote_limit_per_voter_min"
  | "translations" | "voter_limit";

/** From when each other setting is fixed. One that is in neither place, or in both, is a compile error. */
export const fixedFrom: {
  readonly poll: Readonly<Partial<Record<PollSetting, FixedFrom>>>;
  readonly option: Readonly<Partial<Record<OptionSetting, FixedFrom>>>;
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
} satisfies {
  readonly poll: Readonly<Record<Exclude<PollSetting, FreeOfPoll>, FixedFrom>>;
  readonly option: Readonly<Record<Exclude<OptionSetting, FreeOfOption>, FixedFrom>>;
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
