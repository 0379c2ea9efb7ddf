import type { OptionListItem } from "@polls/client";

type OptionClass = OptionListItem["type"];

/** The fields of the form for a new option. */
export type OptionField =
  | "content"
  | "day"
  | "moment"
  | "days"
  | "moments"
  | "files"
  /** One optional file. */
  | "file"
  | "place"
  | "video"
  | "step"
  | "input";

/** One row for each option class: a missing row does not compile. Undefined: only programs create these options. */
const fieldsByClass: Readonly<Record<OptionClass, readonly OptionField[] | undefined>> = {
  "Options::TextOption": ["content"],
  "Options::DateOption": ["day"],
  "Options::DatetimeOption": ["moment"],
  "Options::DateRangeOption": ["days"],
  "Options::TimeRangeOption": ["moments"],
  "Options::ImageOption": ["files"],
  "Options::FileOption": ["files"],
  "Options::DrawingOption": ["files"],
  "Options::LocationOption": ["place", "content"],
  "Options::PhotoOption": ["files"],
  "Options::VideoOption": ["files", "video"],
  "Options::AudioOption": ["files"],
  "Options::YoutubeOption": ["video"],
  "Options::VimeoOption": ["video"],
  "Options::InputOption": ["content", "input"],
  "Options::AdventCalendarOption": ["content", "day", "file"],
  "Options::SurveyStep": ["content", "step"],
  "Options::OptionCategory": ["content"],
  "Options::PhotoGroup": undefined,
};

export const fieldsOf = (type: string): readonly OptionField[] | undefined =>
  fieldsByClass[type as OptionClass];

/** Whether several options may be entered as lines. */
export const takesLines = (type: string): boolean => fieldsOf(type)?.[0] === "content";
export const takesFiles = (type: string): boolean => fieldsOf(type)?.includes("files") === true;
