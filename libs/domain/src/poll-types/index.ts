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

/** Every poll type there is, the default first. A new one is a file beside these and a line here. */
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

/** What a poll is whose creator did not say (decisions 3). */
export const defaultPollType = voting.name;

export type { PollType } from "./poll-type";
