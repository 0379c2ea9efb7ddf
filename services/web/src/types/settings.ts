import type { Poll } from "@polls/client";

type Settings = Required<Poll["settings"]>;

/** Settings that people change elsewhere, or not at all. */
type Derived =
  | "custom_hash"
  | "password_protected"
  | "voting_category_ids"
  | "languages"
  // Both belong to the translations of the poll.
  | "language"
  | "translations"
  // Both follow from `results_visible`.
  | "hide_results"
  | "hide_votes";

export type SettingName = Exclude<keyof Settings, Derived>;

/** The kind of control for a setting. The values of a `choice` come from `configuration_hints`. */
export type SettingKind =
  | "switch"
  | "number"
  | "days"
  | "text"
  | "long"
  | "moment"
  | "list"
  | "state"
  | "ties"
  | "choice"
  | "fields"
  | "labels"
  | "thanks"
  | "picture";

type KindFor<Value> = Value extends boolean
  ? "switch"
  : Value extends number
    ? "number" | "days"
    : Value extends string
      ? string extends Value
        ? "text" | "long" | "moment"
        : "choice"
      : Value extends readonly unknown[]
        ? "list" | "state" | "ties"
        : "fields" | "labels" | "thanks" | "picture";

/** In the order of the page. */
export const settingGroups = [
  "participants",
  "time",
  "voting",
  "submissions",
  "results",
  "looks",
  "mails",
  "files",
  "legal",
  "money",
] as const;
export type SettingGroup = (typeof settingGroups)[number];

/** One row for each setting, in the order of the page: a missing row does not compile. A test compares the bounds of numbers. */
export const settingRows: {
  readonly [Name in SettingName]: readonly [
    group: SettingGroup,
    kind: KindFor<Settings[Name]>,
    min?: number,
    max?: number,
  ];
} = {
  vote_type: ["voting", "choice"],
  option_type: ["voting", "choice"],
  allow_voting: ["voting", "switch"],
  vote_limit_per_voter: ["voting", "number"],
  vote_limit_per_voter_min: ["voting", "number"],
  vote_limit_per_option: ["voting", "number"],
  vote_limit_per_option_min: ["voting", "number", -2_147_483_648],
  limit_per_option_type: ["voting", "choice"],
  limit_per_option: ["voting", "number"],
  vote_per_day: ["voting", "switch"],
  voting_categories: ["voting", "list"],
  option_vote_requirement: ["voting", "choice"],
  require_all_dots: ["voting", "switch"],
  final_votes: ["voting", "switch"],
  prevent_vote_for_own_options: ["voting", "switch"],
  randomize_options: ["voting", "switch"],
  default_sort: ["voting", "choice"],
  allow_change_sort: ["voting", "switch"],
  options_per_page: ["voting", "number", 1, 100],

  require_voter_name: ["participants", "switch"],
  additional_attributes: ["participants", "fields"],
  participant_limit: ["participants", "number", 1, 100_000],
  participant_limitation_type: ["participants", "choice"],
  access_by_provider: ["participants", "choice"],
  double_opt_in: ["participants", "switch"],
  restricted_double_opt_in_domains: ["participants", "list"],
  jury_mode: ["participants", "switch"],
  restrict_view_access: ["participants", "switch"],
  allow_new_rows: ["participants", "switch"],
  public_admin_link: ["participants", "switch"],
  allowed_hosts: ["participants", "list"],

  allow_new_options: ["submissions", "switch"],
  require_approval: ["submissions", "switch"],
  option_limit: ["submissions", "number"],
  require_author_name: ["submissions", "switch"],
  hidden_author_name: ["submissions", "switch"],
  allow_description: ["submissions", "switch"],
  require_description: ["submissions", "switch"],
  allow_subtitle: ["submissions", "switch"],
  allow_info_link: ["submissions", "switch"],
  additional_option_attributes: ["submissions", "fields"],
  default_states: ["submissions", "state"],
  state_labels: ["submissions", "labels"],
  allow_group_submissions: ["submissions", "switch"],
  group_submission_max_entries: ["submissions", "number"],
  allow_comments: ["submissions", "switch"],
  private_comments: ["submissions", "switch"],

  anonymize_voter_names: ["results", "switch"],
  hidden_participants: ["results", "switch"],
  results_visible: ["results", "choice"],
  hidden_best_rating: ["results", "switch"],
  hide_options: ["results", "switch"],
  public_answers: ["results", "switch"],
  counting_method: ["results", "choice"],
  seats: ["results", "number", 1, 1_000],
  tie_break: ["results", "ties"],
  target: ["results", "choice"],
  rating_method: ["results", "choice"],

  start_date_voting: ["time", "moment"],
  deadline_voting: ["time", "moment"],
  options_visible_before_voting: ["time", "switch"],
  start_date_submission: ["time", "moment"],
  deadline_submission: ["time", "moment"],
  timezone: ["time", "text"],
  delete_after_days: ["time", "days"],

  disable_participant_sign_up: ["mails", "switch"],
  notify_votes: ["mails", "choice"],
  notify_result: ["mails", "switch"],
  notify_new_options: ["mails", "switch"],
  notify_state_changes: ["mails", "switch"],

  allow_attachments: ["files", "switch"],
  show_metadata: ["files", "switch"],
  hidden_image_name: ["files", "switch"],
  file_size_max_mb: ["files", "number"],
  file_size_min_mb: ["files", "number"],
  image_orientation: ["files", "choice"],
  image_min_width: ["files", "number"],
  image_min_height: ["files", "number"],
  image_min_smallest_side_length: ["files", "number"],

  publisher: ["legal", "text"],
  publisher_email: ["legal", "text"],
  publisher_info: ["legal", "long"],
  terms: ["legal", "long"],
  terms_for_voters: ["legal", "switch"],
  terms_for_option_creators: ["legal", "switch"],
  privacy_policy: ["legal", "long"],
  privacy_policy_for_voters: ["legal", "switch"],
  privacy_policy_for_option_creators: ["legal", "switch"],

  voting_fee_type: ["money", "choice"],
  voting_fee: ["money", "number"],
  voting_fee_title: ["money", "text"],
  submission_fee_type: ["money", "choice"],
  submission_fee: ["money", "number"],
  submission_fee_title: ["money", "text"],

  allow_share: ["looks", "switch"],
  allow_search: ["looks", "switch"],
  show_as_list: ["looks", "switch"],
  hide_tags: ["looks", "switch"],
  dot_vote_icon: ["looks", "choice"],
  advent_calendar_shape: ["looks", "choice"],
  theme: ["looks", "choice"],
  title_font: ["looks", "choice"],
  effect: ["looks", "choice"],
  photo_gallery_layout: ["looks", "choice"],
  photo_gallery_image_mode: ["looks", "choice"],
  photo_gallery_full_width: ["looks", "switch"],
  show_photo_info_by_default: ["looks", "switch"],
  thank_you_page: ["looks", "switch"],
  thank_you_page_data: ["looks", "thanks"],
  thank_you_page_submitter: ["looks", "switch"],
  thank_you_page_submitter_data: ["looks", "thanks"],
  social_media_title: ["looks", "text"],
  social_media_description: ["looks", "text"],
  social_media_image_data: ["looks", "picture"],
  indexing: ["looks", "switch"],
  forward_url_parameters: ["looks", "switch"],
  forwarded_url_parameters: ["looks", "list"],
  white_label: ["looks", "switch"],
};

export function boundsOf(name: SettingName): { readonly min: number; readonly max: number } {
  const [, , min = 0, max = 2_147_483_647] = settingRows[name];
  return { min, max };
}

/** Those that most polls need. The others of a group are folded. */
export const firstSettings: readonly SettingName[] = [
  "require_voter_name",
  "participant_limitation_type",
  "vote_limit_per_voter",
  "start_date_voting",
  "deadline_voting",
  "counting_method",
  "seats",
  "results_visible",
  "hidden_participants",
  "allow_new_options",
  "require_approval",
  "double_opt_in",
  "theme",
];
