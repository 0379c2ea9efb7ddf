import type { OptionListItem } from "@polls/client";

/** Everything that depends on the class of an option, on pages. */
interface OptionType {
  /** Its dates are whole days. */
  readonly wholeDays: boolean;
  /** It groups other options, on which alone is voted. */
  readonly groups: boolean;
  /** What its file is shown by; uploaded videos have files of their own. */
  readonly file: "picture" | "sound";
}

const plain = { wholeDays: false, groups: false, file: "picture" } as const;

/** One row for each class of options: a forgotten one does not compile. */
const optionTypes: Readonly<Record<OptionListItem["type"], OptionType>> = {
  "Options::TextOption": plain,
  "Options::DateOption": { ...plain, wholeDays: true },
  "Options::DatetimeOption": plain,
  "Options::DateRangeOption": { ...plain, wholeDays: true },
  "Options::TimeRangeOption": plain,
  "Options::ImageOption": plain,
  "Options::FileOption": plain,
  "Options::DrawingOption": plain,
  "Options::LocationOption": plain,
  "Options::PhotoOption": plain,
  "Options::VideoOption": plain,
  "Options::AudioOption": { ...plain, file: "sound" },
  "Options::YoutubeOption": plain,
  "Options::VimeoOption": plain,
  "Options::InputOption": plain,
  "Options::AdventCalendarOption": plain,
  "Options::SurveyStep": plain,
  "Options::OptionCategory": { ...plain, groups: true },
  "Options::PhotoGroup": { ...plain, groups: true },
};

export const optionTypeOf = ({ type }: Pick<OptionListItem, "type">): OptionType =>
  optionTypes[type];
