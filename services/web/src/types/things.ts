import type { OptionListItem, Poll } from "@polls/client";

/** What the options of a poll are to people. */
export type Thing =
  | "option"
  | "date"
  | "idea"
  | "photo"
  | "picture"
  | "film"
  | "sound"
  | "file"
  | "place"
  | "question"
  | "row"
  | "column"
  | "door";

/** One row for each option class: a missing row does not compile. */
const thingByClass: Readonly<Record<OptionListItem["type"], Thing>> = {
  "Options::TextOption": "option",
  "Options::DateOption": "date",
  "Options::DatetimeOption": "date",
  "Options::DateRangeOption": "date",
  "Options::TimeRangeOption": "date",
  "Options::ImageOption": "picture",
  "Options::FileOption": "file",
  "Options::DrawingOption": "picture",
  "Options::LocationOption": "place",
  "Options::PhotoOption": "photo",
  "Options::VideoOption": "film",
  "Options::AudioOption": "sound",
  "Options::YoutubeOption": "film",
  "Options::VimeoOption": "film",
  "Options::InputOption": "question",
  "Options::AdventCalendarOption": "door",
  "Options::SurveyStep": "question",
  "Options::OptionCategory": "option",
  "Options::PhotoGroup": "photo",
};

/** What the options of a class are called: at the top of a poll, or under an option. */
export function thingOf(
  type: OptionListItem["type"],
  {
    poll,
    parent,
  }: { readonly poll: Pick<Poll, "type">; readonly parent?: OptionListItem | undefined },
): Thing {
  if (type === "Options::InputOption" && parent === undefined) return "column";
  if (parent?.settings?.survey_step_type === "matrix") return "row";
  const thing = thingByClass[type];
  return thing === "option" && poll.type === "Polls::Collection" ? "idea" : thing;
}
