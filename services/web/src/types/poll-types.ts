import type { Poll } from "@polls/client";

/** How the participants of a type of poll take part: on a list of options, or in a way of their own. */
export type PollKind = "list" | "survey" | "pairwise" | "table";

/** One row for each type of polls: a forgotten one does not compile. */
const kinds: Readonly<Record<Poll["type"], PollKind>> = {
  "Polls::Voting": "list",
  "Polls::Collection": "list",
  "Polls::PhotoGallery": "list",
  "Polls::ImageGallery": "list",
  "Polls::VideoGallery": "list",
  "Polls::AudioGallery": "list",
  "Polls::AdventCalendar": "list",
  "Polls::Survey": "survey",
  "Polls::Table": "table",
  "Polls::PairwiseComparison": "pairwise",
};

export const kindOf = ({ type }: Poll): PollKind => kinds[type];
