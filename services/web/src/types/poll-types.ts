import type { Poll } from "@polls/client";

/** How the participants of each type of poll vote: on a list of options, or in a way of their own. */
export const kinds: Readonly<Record<Poll["type"], "list" | "own">> = {
  "Polls::Voting": "list",
  "Polls::Collection": "list",
  "Polls::PhotoGallery": "list",
  "Polls::ImageGallery": "list",
  "Polls::VideoGallery": "list",
  "Polls::AudioGallery": "list",
  "Polls::AdventCalendar": "list",
  "Polls::Survey": "own",
  "Polls::Table": "own",
  "Polls::PairwiseComparison": "own",
};
