import type { Poll } from "@polls/client";

/** How the participants of a type of poll take part: on a list of options, or in a way of their own. */
export type PollKind = "list" | "survey" | "pairwise" | "table";

/** Everything that depends on the type of a poll, on pages. */
interface PollType {
  readonly kind: PollKind;
  /** How its list looks. */
  readonly layout: "rows" | "gallery" | "calendar";
}

const list = { kind: "list", layout: "rows" } as const;
const gallery = { ...list, layout: "gallery" } as const;

/** One row for each type of polls: a forgotten one does not compile. */
const pollTypes: Readonly<Record<Poll["type"], PollType>> = {
  "Polls::Voting": list,
  "Polls::Collection": list,
  "Polls::PhotoGallery": gallery,
  "Polls::ImageGallery": gallery,
  "Polls::VideoGallery": gallery,
  "Polls::AudioGallery": list,
  "Polls::AdventCalendar": { ...list, layout: "calendar" },
  "Polls::Survey": { ...list, kind: "survey" },
  "Polls::Table": { ...list, kind: "table" },
  "Polls::PairwiseComparison": { ...list, kind: "pairwise" },
};

export const pollTypeOf = ({ type }: Poll): PollType => pollTypes[type];
