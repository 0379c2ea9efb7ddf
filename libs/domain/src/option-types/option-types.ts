import { registry } from "../registry";
import type { OptionType } from "./option-type";
import { childrenOfStep } from "./survey-step";

/** The values that most classes share: no file, no children, votable. */
const plainOption = {
  simple: false,
  fileKinds: [],
  rendersFile: false,
  fileField: "attachment",
  requires: [],
  votable: true,
  children: () => undefined,
  variantFor: () => undefined,
  groupedAs: undefined,
  ownFields: [],
  dates: "days_or_times",
  opensAtStartDate: false,
  contentIsImageName: false,
  isStep: false,
  isInput: false,
} as const satisfies Omit<OptionType, "name">;

export const categoryType = "Options::OptionCategory";

/** All option classes (docs/reference/options.md#classes). */
export const optionTypes = registry<OptionType>("option type", [
  {
    ...plainOption,
    name: "Options::TextOption",
    simple: true,
    requires: ["content"],
  },
  {
    ...plainOption,
    name: "Options::DateOption",
    simple: true,
    dates: "days",
    requires: ["start_date"],
    ownFields: ["start_date"],
  },
  {
    ...plainOption,
    name: "Options::DatetimeOption",
    simple: true,
    dates: "times",
    requires: ["start_date"],
    ownFields: ["start_date"],
  },
  {
    ...plainOption,
    name: "Options::DateRangeOption",
    simple: true,
    dates: "days",
    requires: ["start_date", "end_date"],
    ownFields: ["start_date", "end_date"],
  },
  {
    ...plainOption,
    name: "Options::TimeRangeOption",
    simple: true,
    dates: "times",
    requires: ["start_date", "end_date"],
    ownFields: ["start_date", "end_date"],
  },
  /** A picture. Several files at once become a photo group (docs/reference/options.md#groups). */
  {
    ...plainOption,
    name: "Options::ImageOption",
    simple: true,
    fileKinds: ["image"],
    rendersFile: true,
    requires: ["attachment"],
    ownFields: ["rotation"],
    groupedAs: "Options::PhotoGroup",
    contentIsImageName: true,
  },
  /** A document or media file, stored unchanged. */
  {
    ...plainOption,
    name: "Options::FileOption",
    simple: true,
    fileKinds: ["document", "image", "video", "audio"],
    requires: ["attachment"],
  },
  /** A sketch, a signature, or a picture with annotations. */
  {
    ...plainOption,
    name: "Options::DrawingOption",
    simple: true,
    fileKinds: ["image"],
    rendersFile: true,
    requires: ["attachment"],
    ownFields: ["drawing_type", "rotation"],
  },
  /** A place, route or area on a map (docs/reference/options.md#locations). */
  {
    ...plainOption,
    name: "Options::LocationOption",
    simple: true,
    requires: ["data"],
    ownFields: ["data", "location_type"],
  },
  /** A photo with its camera metadata. Several files at once become a photo group. */
  {
    ...plainOption,
    name: "Options::PhotoOption",
    fileKinds: ["image"],
    rendersFile: true,
    requires: ["attachment"],
    ownFields: ["rotation"],
    groupedAs: "Options::PhotoGroup",
    contentIsImageName: true,
  },
  /** An uploaded video. One of YouTube or Vimeo gets the class of that site (docs/reference/options.md#videos). */
  {
    ...plainOption,
    name: "Options::VideoOption",
    fileKinds: ["video"],
    rendersFile: true,
    fileField: "video",
    ownFields: ["video_thumb_path"],
    variantFor: ({ hasYoutubeId, hasVimeoId }) => {
      if (hasYoutubeId) return "Options::YoutubeOption";
      return hasVimeoId ? "Options::VimeoOption" : undefined;
    },
  },
  {
    ...plainOption,
    name: "Options::AudioOption",
    fileKinds: ["audio"],
    rendersFile: true,
    requires: ["attachment"],
  },
  {
    ...plainOption,
    name: "Options::YoutubeOption",
    ownFields: ["video_thumb_path", "youtube_id"],
  },
  {
    ...plainOption,
    name: "Options::VimeoOption",
    ownFields: ["video_thumb_path", "vimeo_id"],
  },
  /** A question answered with a text or a file; a column of a table (docs/reference/options.md#inputs). */
  {
    ...plainOption,
    name: "Options::InputOption",
    requires: ["content"],
    ownFields: ["input_type"],
    isInput: true,
    children: ({ inputType }) =>
      inputType === "file"
        ? {
            type: "Options::FileOption",
            voteType: undefined,
            voteLimits: "poll",
            createdBy: "every_actor_once",
            visibleTo: "author",
          }
        : undefined,
  },
  /** Opens at its `start_date` (docs/reference/options.md#calendar-doors). */
  {
    ...plainOption,
    name: "Options::AdventCalendarOption",
    fileKinds: ["image", "video", "audio"],
    rendersFile: true,
    requires: ["start_date"],
    ownFields: ["start_date", "rotation"],
    opensAtStartDate: true,
  },
  {
    ...plainOption,
    name: "Options::SurveyStep",
    requires: ["content"],
    votable: false,
    ownFields: ["data", "drawing_type"],
    isStep: true,
    children: childrenOfStep,
  },
  /** A heading over options, created by admins (docs/reference/options.md#categories). */
  {
    ...plainOption,
    name: categoryType,
    requires: ["content"],
    votable: false,
    children: (_option, pollOptionType) => ({
      type: pollOptionType,
      voteType: "poll",
      voteLimits: "poll",
      createdBy: "as_top_level",
      visibleTo: "members",
    }),
  },
  /** A series of photos with votes on the whole (docs/reference/options.md#groups). */
  {
    ...plainOption,
    name: "Options::PhotoGroup",
    children: () => ({
      type: "Options::PhotoOption",
      voteType: undefined,
      voteLimits: "poll",
      createdBy: "as_top_level",
      visibleTo: "members",
    }),
  },
]);

/** Whether the dates of a class are days, without times. */
export const hasWholeDays = (type: string): boolean => optionTypes.get(type).dates === "days";
