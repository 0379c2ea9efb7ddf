import { always, both, either, type FieldRules, not, type Rule } from "../access/visible-fields";
import { optionTypes } from "../option-types";
import type { OptionType, OwnField } from "../option-types/option-type";
import type { PollSettings } from "../polls/settings";
import type { RatingVisibility } from "../ratings/rating-visibility";
import type { Option } from "./option";

/** Fields of the full form that a list has on request (docs/reference/options.md#lists). */
export type RequestedFields = "data" | "description" | "media" | "settings";

export interface OptionViewer {
  readonly isAdmin: boolean;
  readonly isAuthor: boolean;
  /** Lists omit some fields (docs/reference/options.md#fields). */
  readonly form: "full" | "list";
  /** In lists: the fields that the query requests. */
  readonly requested?: ReadonlySet<RequestedFields>;
  readonly settings: PollSettings;
  readonly type: OptionType;
  /** Whether the poll type has option states. */
  readonly hasStates: boolean;
  readonly ratings: RatingVisibility;
  readonly isUnopened: boolean;
}

type OptionRule = Rule<OptionViewer>;

const admin: OptionRule = ({ isAdmin }) => isAdmin;
const adminOrAuthor: OptionRule = ({ isAdmin, isAuthor }) => isAdmin || isAuthor;
const full: OptionRule = ({ form }) => form === "full";
const requested =
  (fields: RequestedFields): OptionRule =>
  ({ form, requested }) =>
    form === "full" || requested?.has(fields) === true;
/** Members do not see the contents of a door that is not open yet. */
const open: OptionRule = ({ isAdmin, isUnopened }) => isAdmin || !isUnopened;
const rated = both<OptionViewer>(open, ({ ratings }) => ratings.ratings);
const bestShown = both<OptionViewer>(open, ({ ratings }) => ratings.best);
const hasFile: OptionRule = ({ type }) => type.fileKinds.length > 0;

const fullOpen = both(full, open);
const dataOpen = both(requested("data"), open);
const mediaOpen = both(requested("media"), open);
const settingsOpen = both(requested("settings"), open);
const fullAdmin = both(full, admin);
const own = (name: OwnField, shown: OptionRule = fullOpen) =>
  both<OptionViewer>(shown, ({ type }) => type.ownFields.includes(name));

const imageNameShown = either<OptionViewer>(
  adminOrAuthor,
  not(({ settings, type }) => settings.hidden_image_name && type.contentIsImageName),
);
const authorNameShown = either<OptionViewer>(
  adminOrAuthor,
  not(({ settings }) => settings.hidden_author_name),
);

const tagsShown = either<OptionViewer>(
  admin,
  not(({ settings }) => settings.hide_tags),
);

/** Which readers see which field (docs/reference/options.md#fields). */
export const optionFields = {
  id: always,
  type: always,
  position: always,
  start_date: always,
  public_url: open,
  admin_url: admin,
  parent_option_id: open,
  child_option_type: open,
  content: both(open, imageNameShown),
  name: both(open, imageNameShown),
  subtitle: open,
  description: both(requested("description"), open),
  author_name: both(open, authorNameShown),
  state: both<OptionViewer>(open, ({ hasStates }) => hasStates),
  rank: rated,
  rating: rated,
  average_rating: rated,
  best_rating: bestShown,
  selected: bestShown,
  paid: both(open, adminOrAuthor),
  data: own("data", dataOpen),
  drawing_type: own("drawing_type"),
  input_type: own("input_type", settingsOpen),
  location_type: own("location_type", dataOpen),
  options_count: fullOpen,
  privacy_policy_accepted: both(fullOpen, adminOrAuthor),
  terms_accepted: both(fullOpen, adminOrAuthor),
  processing: both(mediaOpen, hasFile),
  rotation: own("rotation"),
  info_link: open,
  info_link_title: open,
  end_date: open,
  created_at: open,
  updated_at: open,
  video_thumb_path: own("video_thumb_path", mediaOpen),
  vimeo_id: own("vimeo_id", mediaOpen),
  youtube_id: own("youtube_id", mediaOpen),
  voter_count: both(full, rated),
  voting_category_option_ratings: both(full, rated),
  settings: settingsOpen,
  attachment: both<OptionViewer>(open, hasFile, ({ type }) => type.fileField === "attachment"),
  approval_state: admin,
  approval_state_updated_at: admin,
  archived: admin,
  fraudulent_count: fullAdmin,
  state_change_message: fullAdmin,

  /** Fields that extend the original API. */
  decided: open,
  called_off: open,
  merged_into: admin,
  merge_undoable_until: admin,
  tags: both(open, tagsShown),
  comments_count: both<OptionViewer>(open, ({ settings }) => settings.allow_comments),
  takes_text: open,
  full: open,
  places: open,
  free_places: rated,
  has_description: both<OptionViewer>(open, ({ form }) => form === "list"),
  additional_attributes: both(fullOpen, adminOrAuthor),
  metadata: both<OptionViewer>(fullOpen, ({ settings }) => settings.show_metadata),
  processing_error: both(mediaOpen, hasFile),
  processing_progress: both(mediaOpen, hasFile),
  playback: both(mediaOpen, hasFile),
  width: both(mediaOpen, hasFile),
  height: both(mediaOpen, hasFile),
  thumbhash: both(mediaOpen, hasFile),
  payment_url: both(fullOpen, adminOrAuthor),
  video: both<OptionViewer>(mediaOpen, hasFile, ({ type }) => type.fileField === "video"),
} as const satisfies FieldRules<string, OptionViewer>;

/** What an option is called, even if unseen (docs/reference/votes.md#options-no-longer-offered). A door: its day. */
export function nameValues(
  {
    type: name,
    content,
    startDate,
    endDate,
  }: Pick<Option, "type" | "content" | "startDate" | "endDate">,
  { hidden_image_name }: Pick<PollSettings, "hidden_image_name">,
  isAdmin: boolean,
) {
  const type = optionTypes.get(name);
  const isHidden = type.opensAtStartDate || (hidden_image_name && type.contentIsImageName);
  return {
    type: name,
    ...(content !== undefined && (isAdmin || !isHidden) && { content }),
    ...(startDate !== undefined && { start_date: startDate.toISOString() }),
    ...(endDate !== undefined && { end_date: endDate.toISOString() }),
  };
}

/** Whether the reader may download the uploaded file of an option (docs/reference/media.md#originals). */
export function mayReadOriginal({
  isAdmin,
  isAuthor,
  settings,
  type,
  underInput,
}: Pick<OptionViewer, "isAdmin" | "isAuthor" | "settings" | "type"> & {
  readonly underInput: boolean;
}): boolean {
  if (isAdmin || isAuthor || settings.allow_attachments) return true;
  const isItsFile = type.fileKinds.length > 0 && !type.rendersFile;
  return isItsFile && !underInput;
}
