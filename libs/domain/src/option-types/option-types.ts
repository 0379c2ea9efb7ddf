import { registry } from "../registry";
import type { Children, OptionType } from "./option-type";
import { childrenOfStep } from "./survey-step";

/** The values that most classes share: no file, no children, votable. */
const plainOption = {
  kind: "option",
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

/** The values of the classes that polls of all kinds can have. */
const simpleOption = { ...plainOption, simple: true } as const;

/** The values of a class whose options are dates. */
const dateOption = (dates: "days" | "times", ...fields: readonly ("start_date" | "end_date")[]) =>
  ({ ...simpleOption, dates, requires: fields, ownFields: fields }) as const;

/** A photo with its camera metadata. Several files at once become a photo group (docs/reference/options.md#groups). */
const photoOption = {
  ...plainOption,
  name: "Options::PhotoOption",
  kind: "photo",
  fileKinds: ["image"],
  rendersFile: true,
  requires: ["attachment"],
  ownFields: ["rotation"],
  groupedAs: "Options::PhotoGroup",
  contentIsImageName: true,
} as const satisfies OptionType;

/** A film at another site. */
const siteFilm = { ...plainOption, kind: "film" } as const;

/** The children of a class that have no votes of their own, unless something else is said. */
const plainChildren = {
  voteType: undefined,
  voteLimits: "poll",
  createdBy: "as_top_level",
  visibleTo: "members",
} as const satisfies Omit<Children, "type">;

export const categoryType = "Options::OptionCategory";

/** All option classes (docs/reference/options.md#classes). */
export const optionTypes = registry<OptionType>("option type", [
  { ...simpleOption, name: "Options::TextOption", requires: ["content"] },
  { ...dateOption("days", "start_date"), name: "Options::DateOption" },
  { ...dateOption("times", "start_date"), name: "Options::DatetimeOption" },
  { ...dateOption("days", "start_date", "end_date"), name: "Options::DateRangeOption" },
  { ...dateOption("times", "start_date", "end_date"), name: "Options::TimeRangeOption" },
  /** A picture. Several files at once become a photo group. */
  { ...photoOption, name: "Options::ImageOption", simple: true },
  /** A document or media file, stored unchanged. */
  {
    ...simpleOption,
    name: "Options::FileOption",
    kind: "file",
    fileKinds: ["document", "image", "video", "audio"],
    requires: ["attachment"],
  },
  /** A sketch, a signature, or a picture with annotations. */
  {
    ...simpleOption,
    name: "Options::DrawingOption",
    kind: "drawing",
    fileKinds: ["image"],
    rendersFile: true,
    requires: ["attachment"],
    ownFields: ["drawing_type", "rotation"],
  },
  /** A place, route or area on a map (docs/reference/options.md#locations). */
  {
    ...simpleOption,
    name: "Options::LocationOption",
    kind: "place",
    requires: ["data"],
    ownFields: ["data", "location_type"],
  },
  photoOption,
  /** An uploaded video. One of YouTube or Vimeo gets the class of that site (docs/reference/options.md#videos). */
  {
    ...plainOption,
    name: "Options::VideoOption",
    kind: "film",
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
    kind: "sound",
    fileKinds: ["audio"],
    rendersFile: true,
    requires: ["attachment"],
  },
  { ...siteFilm, name: "Options::YoutubeOption", ownFields: ["video_thumb_path", "youtube_id"] },
  { ...siteFilm, name: "Options::VimeoOption", ownFields: ["video_thumb_path", "vimeo_id"] },
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
            ...plainChildren,
            type: "Options::FileOption",
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
    children: (_option, type) => ({ ...plainChildren, type, voteType: "poll" }),
  },
  /** A series of photos with votes on the whole (docs/reference/options.md#groups). */
  {
    ...plainOption,
    name: "Options::PhotoGroup",
    children: () => ({ ...plainChildren, type: "Options::PhotoOption" }),
  },
]);

/** Whether the dates of a class are days, without times. */
export const hasWholeDays = (type: string): boolean => optionTypes.get(type).dates === "days";

/** What the class decides about the name of an option (`nameOption`). */
export function namingOf(type: string): Pick<OptionType, "kind"> & { readonly wholeDays: boolean } {
  return { kind: optionTypes.get(type).kind, wholeDays: hasWholeDays(type) };
}
