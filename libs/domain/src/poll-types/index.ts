import { registry } from "../registry";
import { adventCalendar } from "./advent-calendar";
import { audioGallery } from "./audio-gallery";
import { collection } from "./collection";
import { imageGallery } from "./image-gallery";
import { pairwiseComparison } from "./pairwise-comparison";
import { photoGallery } from "./photo-gallery";
import type { PollType } from "./poll-type";
import { survey } from "./survey";
import { table } from "./table";
import { videoGallery } from "./video-gallery";
import { voting } from "./voting";

/** All poll types, the default first (docs/reference/polls.md#types). */
export const pollTypes = registry<PollType>("poll type", [
  voting,
  survey,
  table,
  collection,
  photoGallery,
  imageGallery,
  videoGallery,
  audioGallery,
  pairwiseComparison,
  adventCalendar,
]);

export { voteTypesFor } from "./allowed-types";

/** The type of a poll that is created without a type. */
export const defaultPollType = voting.name;
