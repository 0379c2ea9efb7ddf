import type { Poll } from "@polls/client";

/** How participants take part in a type of poll: with a list of options, or with a special page. */
export type PollKind = "list" | "survey" | "pairwise" | "table";

interface PollType {
  readonly kind: PollKind;
  readonly layout: "rows" | "gallery" | "calendar";
  /** Whether its options are choices: a row each, with a radio button or a box. */
  readonly picks: boolean;
  /** Whether what participants submit is called an idea. */
  readonly takesIdeas?: true;
}

const list = { kind: "list", layout: "rows", picks: false } as const;
const gallery = { ...list, layout: "gallery" } as const;

/** The type of a poll that names none. */
export const usualPollType = "Polls::Voting";

/** One row for each type of poll: a missing row does not compile. */
const pollTypes: Readonly<Record<Poll["type"], PollType>> = {
  "Polls::Voting": { ...list, picks: true },
  "Polls::Collection": { ...list, takesIdeas: true },
  "Polls::PhotoGallery": gallery,
  "Polls::ImageGallery": gallery,
  "Polls::VideoGallery": gallery,
  "Polls::AudioGallery": list,
  "Polls::AdventCalendar": { ...list, layout: "calendar" },
  "Polls::Survey": { ...list, kind: "survey", picks: true },
  "Polls::Table": { ...list, kind: "table" },
  "Polls::PairwiseComparison": { ...list, kind: "pairwise" },
};

export const pollTypeOf = ({ type }: Pick<Poll, "type">): PollType => pollTypes[type];
