import type { OptionListItem, Poll } from "@polls/client";
import type { OptionKind } from "@polls/domain/option-types";

interface OptionType {
  readonly kind: OptionKind;
  readonly wholeDays: boolean;
  /** Whether it groups other options, and whether votes go to the group or to its options. */
  readonly group: "voted as one" | "voted by part" | undefined;
  /** Whether it is a calendar door, which opens at its start. */
  readonly door: boolean;
  /** The content that a visitor submits; undefined: visitors cannot submit options of this class. */
  readonly submission: Submission | undefined;
}

export type Submission =
  | { readonly by: "text" | "drawing" | "location" }
  | { readonly by: "dates"; readonly range: boolean }
  | {
      readonly by: "file";
      /** As in `<input accept>`. */
      readonly accept: "" | "image/*" | "video/*" | "audio/*";
      /** Whether several files at once create a group, if the poll allows it. */
      readonly groups?: boolean;
      /** Whether an address of a video at YouTube or Vimeo can be given instead. */
      readonly sites?: boolean;
    };

const plain = {
  kind: "option",
  wholeDays: false,
  group: undefined,
  door: false,
  submission: undefined,
} as const;
const photo = {
  ...plain,
  kind: "photo",
  submission: { by: "file", accept: "image/*", groups: true },
} as const;
const film = { ...plain, kind: "film" } as const;

/** One row for each option class: a missing row does not compile. */
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
  "Options::ImageOption": photo,
  "Options::FileOption": { ...plain, kind: "file", submission: { by: "file", accept: "" } },
  "Options::DrawingOption": { ...plain, kind: "drawing", submission: { by: "drawing" } },
  "Options::LocationOption": { ...plain, kind: "place", submission: { by: "location" } },
  "Options::PhotoOption": photo,
  "Options::VideoOption": { ...film, submission: { by: "file", accept: "video/*", sites: true } },
  "Options::AudioOption": {
    ...plain,
    kind: "sound",
    submission: { by: "file", accept: "audio/*" },
  },
  "Options::YoutubeOption": film,
  "Options::VimeoOption": film,
  "Options::InputOption": plain,
  "Options::AdventCalendarOption": { ...plain, door: true },
  "Options::SurveyStep": plain,
  "Options::OptionCategory": { ...plain, group: "voted by part" },
  "Options::PhotoGroup": { ...plain, group: "voted as one" },
};

export const optionTypeOf = ({ type }: Pick<OptionListItem, "type">): OptionType =>
  optionTypes[type];

export const optionClassOf = ({ settings }: Pick<Poll, "settings">): OptionListItem["type"] =>
  settings.option_type ?? "Options::TextOption";

export const isOfPlaces = (poll: Pick<Poll, "settings">): boolean =>
  optionTypeOf({ type: optionClassOf(poll) }).submission?.by === "location";

export const isOfDates = (poll: Poll): boolean =>
  optionTypeOf({ type: optionClassOf(poll) }).submission?.by === "dates";
