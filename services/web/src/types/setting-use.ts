import type { Poll } from "@polls/client";
import { electsSeveral } from "./counting-methods";
import { takesFiles } from "./option-forms";
import { optionClassOf, optionTypeOf } from "./option-types";
import { pollTypeOf } from "./poll-types";
import type { SettingName } from "./settings";
import { voteTypeOf } from "./vote-types";

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
const ofDates: Applies = (poll) => submissionOf(poll)?.by === "dates";
const ofPictures: Applies = (poll) => {
  const submission = submissionOf(poll);
  return submission?.by === "file" && submission.accept === "image/*";
};
const where =
  (name: SettingName): Applies =>
  ({ settings }) =>
    Boolean(settings[name]);
const whereParticipantsAdd: Applies = (poll) =>
  whereOptionsAreAdded(poll) && poll.settings.allow_new_options;
const ofValues: Applies = (poll) =>
  voteTypeOf(poll)?.bounded === true || poll.settings.voting_fee_type === "voting_sell_votes";
const ofDots: Applies = (poll) => voteTypeOf(poll)?.defaultLimit !== undefined;

const isCounted: Applies = ({ settings }) => settings.counting_method !== undefined;

/** The polls for which a setting means something. Settings without a row apply to every poll. */
const uses: Readonly<Partial<Record<SettingName, Applies>>> = {
  vote_limit_per_voter: inLists,
  vote_limit_per_voter_min: inLists,
  vote_limit_per_option: ofValues,
  vote_limit_per_option_min: ofValues,
  limit_per_option_type: kindIs("list", "survey"),
  limit_per_option: ({ settings }) => settings.limit_per_option_type === "limit_for_all",
  voting_categories: inLists,
  option_vote_requirement: inSurveys,
  require_all_dots: ofDots,
  prevent_vote_for_own_options: whereParticipantsAdd,
  randomize_options: kindIs("list", "pairwise"),
  default_sort: inLists,
  allow_change_sort: inLists,
  options_per_page: inLists,
  // A date has no quality that a jury would judge.
  jury_mode: (poll) => poll.settings.jury_mode || !ofDates(poll),
  allow_new_rows: inTables,
  access_by_provider: ({ settings, configuration_hints: hints }) =>
    settings.access_by_provider !== undefined ||
    (hints?.access_by_provider?.allowed_values ?? []).some((value) => value?.startsWith("oidc")),

  allow_new_options: whereOptionsAreAdded,
  require_approval: whereParticipantsAdd,
  option_limit: whereParticipantsAdd,
  notify_new_options: whereParticipantsAdd,
  notify_state_changes: inCollections,
  require_author_name: whereParticipantsAdd,
  hidden_author_name: (poll) => whereParticipantsAdd(poll) || (inLists(poll) && !ofDates(poll)),
  allow_description: whereParticipantsAdd,
  require_description: whereParticipantsAdd,
  allow_subtitle: whereParticipantsAdd,
  allow_info_link: whereParticipantsAdd,
  additional_option_attributes: whereParticipantsAdd,
  default_states: inCollections,
  state_labels: inCollections,
  allow_group_submissions: ofPictures,
  group_submission_max_entries: where("allow_group_submissions"),

  hide_options: whereParticipantsAdd,
  hidden_best_rating: kindIs("list", "pairwise"),
  public_answers: kindIs("survey", "table"),
  seats: ({ settings: { counting_method: method } }) =>
    method !== undefined && electsSeveral(method),
  tie_break: isCounted,
  rating_method: inLists,
  target: inLists,

  start_date_submission: whereParticipantsAdd,
  deadline_submission: whereParticipantsAdd,

  allow_attachments: ofFiles,
  show_metadata: ofPictures,
  hidden_image_name: ofPictures,
  file_size_max_mb: ofFiles,
  file_size_min_mb: ofFiles,
  image_orientation: ofPictures,
  image_min_width: ofPictures,
  image_min_height: ofPictures,
  image_min_smallest_side_length: ofPictures,

  terms_for_option_creators: whereParticipantsAdd,
  privacy_policy_for_option_creators: whereParticipantsAdd,
  submission_fee_type: whereParticipantsAdd,
  submission_fee: whereParticipantsAdd,
  submission_fee_title: whereParticipantsAdd,

  allow_search: inLists,
  show_as_list: (poll) => inGalleries(poll) || inCalendars(poll),
  allow_comments: kindIs("list", "pairwise"),
  private_comments: where("allow_comments"),
  hide_tags: inLists,
  dot_vote_icon: ofDots,
  advent_calendar_shape: inCalendars,
  photo_gallery_layout: inGalleries,
  photo_gallery_image_mode: inGalleries,
  photo_gallery_full_width: inGalleries,
  show_photo_info_by_default: inGalleries,
  thank_you_page_submitter: whereParticipantsAdd,
  thank_you_page_data: where("thank_you_page"),
  thank_you_page_submitter_data: where("thank_you_page_submitter"),
  forwarded_url_parameters: where("forward_url_parameters"),
  options_visible_before_voting: where("start_date_voting"),
};

/** Whether a setting means something for the poll. */
export const appliesTo = (name: SettingName, poll: Poll): boolean => uses[name]?.(poll) ?? true;
