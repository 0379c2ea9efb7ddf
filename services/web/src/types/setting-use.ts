import type { Poll } from "@polls/client";
import { takesFiles } from "./option-forms";
import { optionClassOf, optionTypeOf } from "./option-types";
import { electsSeveral } from "./poll-jobs";
import { pollTypeOf } from "./poll-types";
import type { SettingName } from "./settings";

type Applies = (poll: Poll) => boolean;

const kindIs =
  (...kinds: readonly string[]): Applies =>
  (poll) =>
    kinds.includes(pollTypeOf(poll).kind);
const inLists = kindIs("list");
const inSurveys = kindIs("survey");
const inTables = kindIs("table");
const whereOptionsAreAdded = kindIs("list", "survey", "pairwise");
const inGalleries: Applies = (poll) => pollTypeOf(poll).layout === "gallery";
const inCalendars: Applies = (poll) => pollTypeOf(poll).layout === "calendar";
const inCollections: Applies = ({ type }) => type === "Polls::Collection";
const ofFiles: Applies = (poll) =>
  takesFiles(optionClassOf(poll)) || inSurveys(poll) || inTables(poll) || inCalendars(poll);
const submissionOf = (poll: Poll) => optionTypeOf({ type: optionClassOf(poll) }).submission;
const ofPictures: Applies = (poll) => {
  const submission = submissionOf(poll);
  return submission?.by === "file" && submission.accept === "image/*";
};
const ofDots: Applies = ({ settings }) => settings.vote_type === "Votes::DotVote";

const isCounted: Applies = ({ settings }) => settings.counting_method !== undefined;

/** The polls for which a setting means something. Settings without a row apply to every poll. */
const uses: Readonly<Partial<Record<SettingName, Applies>>> = {
  vote_limit_per_voter: inLists,
  vote_limit_per_voter_min: inLists,
  vote_limit_per_option: inLists,
  vote_limit_per_option_min: inLists,
  limit_per_option_type: kindIs("list", "survey"),
  limit_per_option: kindIs("list", "survey"),
  voting_categories: inLists,
  option_vote_requirement: inSurveys,
  require_all_dots: ofDots,
  prevent_vote_for_own_options: whereOptionsAreAdded,
  randomize_options: kindIs("list", "pairwise"),
  default_sort: inLists,
  allow_change_sort: inLists,
  options_per_page: inLists,
  allow_new_rows: inTables,
  access_by_provider: ({ settings, configuration_hints: hints }) =>
    settings.access_by_provider !== undefined ||
    (hints?.access_by_provider?.allowed_values ?? []).some((value) => value?.startsWith("oidc")),

  allow_new_options: whereOptionsAreAdded,
  require_approval: whereOptionsAreAdded,
  option_limit: whereOptionsAreAdded,
  notify_new_options: whereOptionsAreAdded,
  notify_state_changes: inCollections,
  require_author_name: whereOptionsAreAdded,
  hidden_author_name: whereOptionsAreAdded,
  allow_description: whereOptionsAreAdded,
  require_description: whereOptionsAreAdded,
  allow_subtitle: whereOptionsAreAdded,
  allow_info_link: whereOptionsAreAdded,
  additional_option_attributes: whereOptionsAreAdded,
  default_states: inCollections,
  state_labels: inCollections,
  allow_group_submissions: ofPictures,
  group_submission_max_entries: ofPictures,

  hide_options: whereOptionsAreAdded,
  hidden_best_rating: kindIs("list", "pairwise"),
  public_answers: kindIs("survey", "table"),
  seats: ({ settings: { counting_method: method } }) =>
    method !== undefined && electsSeveral(method),
  tie_break: isCounted,
  rating_method: inLists,
  target: inLists,

  start_date_submission: whereOptionsAreAdded,
  deadline_submission: whereOptionsAreAdded,

  allow_attachments: ofFiles,
  show_metadata: ofPictures,
  hidden_image_name: ofPictures,
  file_size_max_mb: ofFiles,
  file_size_min_mb: ofFiles,
  image_orientation: ofPictures,
  image_min_width: ofPictures,
  image_min_height: ofPictures,
  image_min_smallest_side_length: ofPictures,

  terms_for_option_creators: whereOptionsAreAdded,
  privacy_policy_for_option_creators: whereOptionsAreAdded,
  submission_fee_type: whereOptionsAreAdded,
  submission_fee: whereOptionsAreAdded,
  submission_fee_title: whereOptionsAreAdded,

  allow_search: inLists,
  show_as_list: inLists,
  hide_tags: inLists,
  dot_vote_icon: ofDots,
  advent_calendar_shape: inCalendars,
  photo_gallery_layout: inGalleries,
  photo_gallery_image_mode: inGalleries,
  photo_gallery_full_width: inGalleries,
  show_photo_info_by_default: inGalleries,
  thank_you_page_submitter: whereOptionsAreAdded,
  thank_you_page_submitter_data: whereOptionsAreAdded,
};

/** Whether a setting means something for the poll. */
export const appliesTo = (name: SettingName, poll: Poll): boolean => uses[name]?.(poll) ?? true;
