import { z } from "zod";
import { email, INTEGER_MAX, lengths, text } from "../input/fields";
import { dotVoteIcons, ratingMethods } from "../options/option-settings";
import { optionStates } from "../options/option-states";
import { voteTypesFor } from "../poll-types/allowed-types";
import { isTimezone } from "../time/timezone";
import { type AttributeDefinitions, attributesField } from "./attributes";
import { domainEntry, hostEntry } from "./hosts";
import {
  boolean,
  choice,
  derivedChoice,
  integer,
  list,
  moment,
  object,
  optionalChoice,
  type Setting,
  string,
} from "./setting-kinds";
import { sorts } from "./sorts";

const attributes = (): Setting<AttributeDefinitions> => ({
  ...object(),
  kind: "attributes",
  field: attributesField,
  fallback: () => ({}),
  revive: (stored) => stored as AttributeDefinitions,
});

/** Settings whose default depends on other settings; `chosen` tells which of them are set. */
export const derivedFromSettings: readonly string[] = [
  "limit_per_option_type",
  "submission_fee_type",
  "voting_fee_type",
];

const isAboveZero = (amount: unknown): boolean => typeof amount === "number" && amount > 0;

const timezone = text().refine(
  (value) => value === null || isTimezone(value),
  "must be a time zone such as Europe/Berlin",
);

/** All settings by wire name (docs/reference/polls.md#settings). Voting categories have a column of their own. */
export const settingsTable = {
  allow_attachments: boolean(),
  allow_change_sort: boolean(true),
  allow_comments: boolean(),
  allow_description: boolean(true),
  allow_group_submissions: boolean(),
  allow_info_link: boolean(),
  allow_new_options: boolean(),
  allow_new_rows: boolean(true),
  allow_search: boolean(true),
  allow_share: boolean(true),
  allow_subtitle: boolean(),
  allow_voting: boolean(true),
  anonymize_voter_names: boolean(),
  custom_hash: boolean(),
  disable_participant_sign_up: boolean(),
  forward_url_parameters: boolean(),
  hidden_author_name: boolean(),
  hidden_best_rating: boolean(),
  hidden_image_name: boolean(),
  hidden_participants: boolean(),
  hide_options: boolean(),
  hide_results: boolean(),
  hide_tags: boolean(),
  hide_votes: boolean(),
  indexing: boolean(true),
  jury_mode: boolean(),
  notify_new_options: boolean(),
  options_visible_before_voting: boolean(true),
  photo_gallery_full_width: boolean(),
  prevent_vote_for_own_options: boolean(),
  privacy_policy_for_option_creators: boolean(),
  privacy_policy_for_voters: boolean(),
  private_comments: boolean(),
  public_admin_link: boolean(true),
  randomize_options: boolean(),
  require_all_dots: boolean(),
  require_approval: boolean(),
  require_author_name: boolean(),
  require_description: boolean(),
  require_voter_name: boolean(true),
  restrict_view_access: boolean(),
  show_as_list: boolean(),
  show_metadata: boolean(),
  show_photo_info_by_default: boolean(),
  terms_for_option_creators: boolean(),
  terms_for_voters: boolean(),
  thank_you_page: boolean(),
  thank_you_page_submitter: boolean(),
  vote_per_day: boolean(),
  white_label: boolean(),
  double_opt_in: boolean(),
  public_answers: boolean(),

  additional_attributes: attributes(),
  additional_option_attributes: attributes(),
  allowed_hosts: list(hostEntry),
  default_states: list<(typeof optionStates)[number]>(z.enum(optionStates)),
  restricted_double_opt_in_domains: list(domainEntry),
  social_media_image_data: object(),
  thank_you_page_data: object(),
  thank_you_page_submitter_data: object(),

  deadline_submission: moment(),
  deadline_voting: moment(),
  start_date_submission: moment(),
  start_date_voting: moment(),

  file_size_max_mb: integer(),
  file_size_min_mb: integer(),
  group_submission_max_entries: integer(),
  image_min_height: integer(),
  image_min_smallest_side_length: integer(),
  image_min_width: integer(),
  limit_per_option: integer(),
  option_limit: integer(),
  options_per_page: integer(1, 100),
  submission_fee: integer(),
  vote_limit_per_option: integer(),
  vote_limit_per_option_min: integer(-INTEGER_MAX - 1),
  vote_limit_per_voter: integer(),
  voting_fee: integer(),

  privacy_policy: string(lengths.long),
  publisher: string(),
  publisher_email: string(lengths.short, email),
  publisher_info: string(lengths.long),
  social_media_description: string(),
  social_media_title: string(),
  submission_fee_title: string(),
  terms: string(lengths.long),
  timezone: { ...string(lengths.short, timezone), fallback: () => "UTC" } as Setting<string>,
  voting_fee_title: string(),

  access_by_provider: optionalChoice("facebook"),
  advent_calendar_shape: choice("number", "door"),
  default_sort: derivedChoice<(typeof sorts)[number]>({
    allowed: ({ defaultSort }) => [defaultSort, ...sorts.filter((sort) => sort !== defaultSort)],
    fallback: ({ defaultSort }) => defaultSort,
  }),
  dot_vote_icon: choice(...dotVoteIcons),
  effect: optionalChoice("snow", "fireflies"),
  image_orientation: choice("all", "landscape", "portrait", "square"),
  limit_per_option_type: derivedChoice<"no_limit" | "limit_for_all" | "limit_individual">({
    allowed: () => ["no_limit", "limit_for_all", "limit_individual"],
    fallback: (_type, { limit_per_option }) =>
      typeof limit_per_option === "number" ? "limit_for_all" : "no_limit",
  }),
  option_type: derivedChoice<string>({
    allowed: ({ optionTypes }) => optionTypes,
    fallback: ({ optionTypes }) => optionTypes[0],
  }),
  option_vote_requirement: choice("optional", "all_options"),
  participant_limitation_type: choice(
    "check_nothing",
    "check_user",
    "check_ip",
    "check_invitation",
  ),
  photo_gallery_image_mode: choice("contain", "cover"),
  photo_gallery_layout: choice("auto", "grid", "masonry"),
  rating_method: choice(...ratingMethods),
  submission_fee_type: derivedChoice<"submission_fee" | "submission_donation" | undefined>({
    allowed: () => [null, "submission_fee", "submission_donation"],
    fallback: (_type, { submission_fee }) =>
      isAboveZero(submission_fee) ? "submission_fee" : undefined,
  }),
  target: choice("best_option", "best_distribution", "lowest_resistance"),
  vote_type: derivedChoice<string | undefined>({
    allowed: voteTypesFor,
    fallback: ({ defaultVoteType }) => defaultVoteType,
  }),
  voting_fee_type: derivedChoice<
    "voting_fee" | "voting_sell_votes" | "voting_donation" | undefined
  >({
    allowed: () => [null, "voting_fee", "voting_sell_votes", "voting_donation"],
    fallback: (_type, { voting_fee }) => (isAboveZero(voting_fee) ? "voting_fee" : undefined),
  }),

  /** Internal: names of the settings in `derivedFromSettings` that are set. */
  chosen: {
    kind: "internal",
    field: z.never(),
    fallback: (_type, stored) => derivedFromSettings.filter((name) => stored[name] !== undefined),
    revive: () => [],
  } satisfies Setting<readonly string[]> as Setting<readonly string[]>,
  /** Internal: the highest id that a voting category of the poll had; ids are not reused. */
  last_voting_category_id: { ...integer(), kind: "internal", fallback: () => 0 } as Setting<number>,
} satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof settingsTable;
