import type { OptionListItem, Poll } from "@polls/client";
import { optionClassOf } from "./option-types";
import { jobOfPoll } from "./poll-jobs";
import { pollTypeOf } from "./poll-types";

/** What the options of a poll are to people. */
export type Thing =
  | "option"
  | "date"
  | "idea"
  | "slot"
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

/** What participants submit to polls of a type. A missing row does not compile. Undefined: any option. */
export const submissions: Readonly<Record<Poll["type"], Thing | undefined>> = {
  "Polls::Voting": undefined,
  "Polls::Survey": undefined,
  "Polls::Table": undefined,
  "Polls::Collection": "idea",
  "Polls::PhotoGallery": "photo",
  "Polls::ImageGallery": "picture",
  "Polls::VideoGallery": "film",
  "Polls::AudioGallery": "sound",
  "Polls::PairwiseComparison": undefined,
  "Polls::AdventCalendar": undefined,
};

/** What the options of a class are called: at the top of a poll, or under an option. */
export function thingOf(
  type: OptionListItem["type"],
  { poll, parent }: { readonly poll: Poll; readonly parent?: OptionListItem | undefined },
): Thing {
  if (type === "Options::InputOption" && parent === undefined) return "column";
  if (parent?.settings?.survey_step_type === "matrix") return "row";
  const thing = thingByClass[type];
  if (thing !== "option") return thing;
  const job = jobOfPoll(poll);
  return job === "ideas" ? "idea" : job === "signup" ? "slot" : thing;
}

/** What the poll has at its top. */
export const thingOfPoll = (poll: Poll): Thing => thingOf(optionClassOf(poll), { poll });

/** What people vote on, and participants may add: in a survey only the options of a step. */
export const votedOnIn = (poll: Poll): Thing =>
  pollTypeOf(poll).kind === "survey" ? "option" : thingOfPoll(poll);
