import type { Poll } from "@polls/client";
import { type SettingUse, uses, where } from "./setting-use";

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

/** The kinds of controls for a setting with values of a type. The values of a `choice` come from `configuration_hints`. */
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

/**
 * One row for each setting, in the order of the page: a missing row does not compile. `use`: the polls for which it means
 * something; by default all.
 */
export const settingRows: {
  readonly [Name in SettingName]: readonly [
    group: SettingGroup,
    kind: KindFor<Settings[Name]>,
    use?: SettingUse,
  ];
} = {
  vote_type: ["voting", "choice"],
  option_type: ["voting", "choice"],
  allow_voting: ["voting", "switch"],
  vote_limit_per_voter: ["voting", "number", uses.inLists],
  vote_limit_per_voter_min: ["voting", "number", uses.inLists],
  vote_limit_per_option: ["voting", "number", uses.ofValues],
  vote_limit_per_option_min: ["voting", "number", uses.withMinimum],
  limit_per_option_type: ["voting", "choice", uses.inListsAndSurveys],
  limit_per_option: ["voting", "number", uses.withPlacesForAll],
  vote_per_day: ["voting", "switch"],
  voting_categories: ["voting", "list", uses.inLists],
  option_vote_requirement: ["voting", "choice", uses.inSurveys],
  require_all_dots: ["voting", "switch", uses.ofDots],
  final_votes: ["voting", "switch"],
  prevent_vote_for_own_options: ["voting", "switch", uses.whereParticipantsAdd],
  randomize_options: ["voting", "switch", uses.whereOptionsCompete],
  default_sort: ["voting", "choice", uses.inLists],
  allow_change_sort: ["voting", "switch", uses.inLists],
  options_per_page: ["voting", "number", uses.inLists],

  require_voter_name: ["participants", "switch"],
  additional_attributes: ["participants", "fields"],
  participant_limit: ["participants", "number"],
  participant_limitation_type: ["participants", "choice"],
  access_by_provider: ["participants", "choice", uses.takesProviders],
  double_opt_in: ["participants", "switch"],
  restricted_double_opt_in_domains: ["participants", "list"],
  jury_mode: ["participants", "switch", uses.takesJury],
  restrict_view_access: ["participants", "switch"],
  allow_new_rows: ["participants", "switch", uses.inTables],
  public_admin_link: ["participants", "switch"],
  allowed_hosts: ["participants", "list"],

  allow_new_options: ["submissions", "switch", uses.whereOptionsAreAdded],
  require_approval: ["submissions", "switch", uses.whereParticipantsAdd],
  option_limit: ["submissions", "number", uses.whereParticipantsAdd],
  require_author_name: ["submissions", "switch", uses.whereParticipantsAdd],
  hidden_author_name: ["submissions", "switch", uses.whereAuthorsAreShown],
  allow_description: ["submissions", "switch", uses.whereParticipantsAdd],
  require_description: ["submissions", "switch", uses.whereParticipantsAdd],
  allow_subtitle: ["submissions", "switch", uses.whereParticipantsAdd],
  allow_info_link: ["submissions", "switch", uses.whereParticipantsAdd],
  additional_option_attributes: ["submissions", "fields", uses.whereParticipantsAdd],
  default_states: ["submissions", "state", uses.inCollections],
  state_labels: ["submissions", "labels", uses.inCollections],
  allow_group_submissions: ["submissions", "switch", uses.ofPictures],
  group_submission_max_entries: ["submissions", "number", where("allow_group_submissions")],
  allow_comments: ["submissions", "switch", uses.whereOptionsCompete],
  private_comments: ["submissions", "switch", where("allow_comments")],

  anonymize_voter_names: ["results", "switch"],
  hidden_participants: ["results", "switch"],
  results_visible: ["results", "choice"],
  hidden_best_rating: ["results", "switch", uses.whereOptionsCompete],
  hide_options: ["results", "switch", uses.whereParticipantsAdd],
  public_answers: ["results", "switch", uses.inSurveysAndTables],
  counting_method: ["results", "choice"],
  seats: ["results", "number", uses.electsSeveral],
  tie_break: ["results", "ties", uses.isCounted],
  target: ["results", "choice", uses.inLists],
  rating_method: ["results", "choice", uses.ofAverages],

  start_date_voting: ["time", "moment"],
  deadline_voting: ["time", "moment"],
  options_visible_before_voting: ["time", "switch", where("start_date_voting")],
  start_date_submission: ["time", "moment", uses.whereParticipantsAdd],
  deadline_submission: ["time", "moment", uses.whereParticipantsAdd],
  timezone: ["time", "text"],
  delete_after_days: ["time", "days"],

  disable_participant_sign_up: ["mails", "switch"],
  notify_votes: ["mails", "choice"],
  notify_result: ["mails", "switch"],
  notify_new_options: ["mails", "switch", uses.whereParticipantsAdd],
  notify_state_changes: ["mails", "switch", uses.inCollections],

  allow_attachments: ["files", "switch", uses.ofFiles],
  show_metadata: ["files", "switch", uses.ofPictures],
  hidden_image_name: ["files", "switch", uses.ofPictures],
  file_size_max_mb: ["files", "number", uses.ofFiles],
  file_size_min_mb: ["files", "number", uses.ofFiles],
  image_orientation: ["files", "choice", uses.ofPictures],
  image_min_width: ["files", "number", uses.ofPictures],
  image_min_height: ["files", "number", uses.ofPictures],
  image_min_smallest_side_length: ["files", "number", uses.ofPictures],

  publisher: ["legal", "text"],
  publisher_email: ["legal", "text"],
  publisher_info: ["legal", "long"],
  terms: ["legal", "long"],
  terms_for_voters: ["legal", "switch"],
  terms_for_option_creators: ["legal", "switch", uses.whereParticipantsAdd],
  privacy_policy: ["legal", "long"],
  privacy_policy_for_voters: ["legal", "switch"],
  privacy_policy_for_option_creators: ["legal", "switch", uses.whereParticipantsAdd],

  voting_fee_type: ["money", "choice"],
  voting_fee: ["money", "number"],
  voting_fee_title: ["money", "text"],
  submission_fee_type: ["money", "choice", uses.whereParticipantsAdd],
  submission_fee: ["money", "number", uses.whereParticipantsAdd],
  submission_fee_title: ["money", "text", uses.whereParticipantsAdd],

  allow_share: ["looks", "switch"],
  allow_search: ["looks", "switch", uses.inLists],
  show_as_list: ["looks", "switch", uses.inGalleriesAndCalendars],
  hide_tags: ["looks", "switch", uses.inLists],
  dot_vote_icon: ["looks", "choice", uses.ofDots],
  advent_calendar_shape: ["looks", "choice", uses.inCalendars],
  theme: ["looks", "choice"],
  title_font: ["looks", "choice"],
  effect: ["looks", "choice"],
  photo_gallery_layout: ["looks", "choice", uses.inGalleries],
  photo_gallery_image_mode: ["looks", "choice", uses.inGalleries],
  photo_gallery_full_width: ["looks", "switch", uses.inGalleries],
  show_photo_info_by_default: ["looks", "switch", uses.inPhotoGalleries],
  thank_you_page: ["looks", "switch"],
  thank_you_page_data: ["looks", "thanks", where("thank_you_page")],
  thank_you_page_submitter: ["looks", "switch", uses.whereParticipantsAdd],
  thank_you_page_submitter_data: ["looks", "thanks", where("thank_you_page_submitter")],
  social_media_title: ["looks", "text"],
  social_media_description: ["looks", "text"],
  social_media_image_data: ["looks", "picture"],
  indexing: ["looks", "switch"],
  forward_url_parameters: ["looks", "switch"],
  forwarded_url_parameters: ["looks", "list", where("forward_url_parameters")],
  white_label: ["looks", "switch"],
};

export type SettingKind = (typeof settingRows)[SettingName][1];

export const appliesTo = (name: SettingName, poll: Poll): boolean =>
  settingRows[name][2]?.(poll) ?? true;

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
