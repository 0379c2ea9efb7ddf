import type { OptionListItem } from "@polls/client";
import type { DateForm } from "./date-drafts";

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
  /** A question of a survey or a column of a table, with a form of its own. */
  | "question";

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
  "Options::InputOption": ["question"],
  "Options::AdventCalendarOption": ["content", "day", "file"],
  "Options::SurveyStep": ["question"],
  "Options::OptionCategory": ["content"],
  "Options::PhotoGroup": undefined,
};

export const fieldsOf = (type: string): readonly OptionField[] | undefined =>
  fieldsByClass[type as OptionClass];

const dateForms: Readonly<Partial<Record<OptionField, DateForm>>> = {
  day: "days",
  moment: "moments",
  moments: "ranges",
};

/** The form for several dates at once; undefined: options of the class are no dates, or ranges of days. */
export const dateFormOf = (type: string): DateForm | undefined => {
  const [field] = fieldsOf(type) ?? [];
  return field && dateForms[field];
};

export const isQuestion = (type: string): boolean => fieldsOf(type)?.[0] === "question";

export const takesLines = (type: string): boolean => fieldsOf(type)?.[0] === "content";
export const takesFiles = (type: string): boolean => fieldsOf(type)?.includes("files") === true;
