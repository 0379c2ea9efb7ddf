import type { OptionListItem, Poll } from "@polls/client";

/** Everything that depends on the class of an option, on pages. */
interface OptionType {
  /** Its dates are whole days. */
  readonly wholeDays: boolean;
  /** It groups other options. Votes go to the group as one, or to what is in it. */
  readonly group: "voted as one" | "voted by part" | undefined;
  /** It is a door of a calendar, which opens at its start. */
  readonly door: boolean;
  /** What a visitor submits one by; undefined: visitors submit none. */
  readonly submission: Submission | undefined;
}

export type Submission =
  | { readonly by: "text" | "drawing" | "location" }
  | { readonly by: "dates"; readonly range: boolean }
  | {
      readonly by: "file";
      /** As in `<input accept>`. */
      readonly accept: string;
      /** Several at once make a group, where the poll allows it. */
      readonly groups?: boolean;
      /** An address of a film at YouTube or Vimeo may take its place. */
      readonly sites?: boolean;
    };

const plain = {
  wholeDays: false,
  group: undefined,
  door: false,
  submission: undefined,
} as const;
const image = { by: "file", accept: "image/*", groups: true } as const;

/** One row for each class of options: a forgotten one does not compile. */
const optionTypes: Readonly<Record<OptionListItem["type"], OptionType>> = {
  "Options::TextOption": { ...plain, submission: { by: "text" } },
  "Options::DateOption": { ...plain, wholeDays: true, submission: { by: "dates", range: false } },
  "Options::DatetimeOption": { ...plain, submission: { by: "dates", range: false } },
  "Options::DateRangeOption": {
    ...plain,
    wholeDays: true,
    submission: { by: "dates", range: true },
  },
  "Options::TimeRangeOption": { ...plain, submission: { by: "dates", range: true } },
  "Options::ImageOption": { ...plain, submission: image },
  "Options::FileOption": { ...plain, submission: { by: "file", accept: "" } },
  "Options::DrawingOption": { ...plain, submission: { by: "drawing" } },
  "Options::LocationOption": { ...plain, submission: { by: "location" } },
  "Options::PhotoOption": { ...plain, submission: image },
  "Options::VideoOption": { ...plain, submission: { by: "file", accept: "video/*", sites: true } },
  "Options::AudioOption": {
    ...plain,
    submission: { by: "file", accept: "audio/*" },
  },
  "Options::YoutubeOption": plain,
  "Options::VimeoOption": plain,
  "Options::InputOption": plain,
  "Options::AdventCalendarOption": { ...plain, door: true },
  "Options::SurveyStep": plain,
  "Options::OptionCategory": { ...plain, group: "voted by part" },
  "Options::PhotoGroup": { ...plain, group: "voted as one" },
};

export const optionTypeOf = ({ type }: Pick<OptionListItem, "type">): OptionType =>
  optionTypes[type];

/** The class of the options of a poll. */
export const optionClassOf = ({ settings }: Poll): OptionListItem["type"] =>
  settings.option_type ?? "Options::TextOption";
