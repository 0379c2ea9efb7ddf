import { plainGallery } from "./plain-poll";
import type { PollType } from "./poll-type";

/** Uploaded videos, and videos of YouTube and Vimeo. */
export const videoGallery: PollType = {
  ...plainGallery,
  name: "Polls::VideoGallery",
  isWall: true,
  optionTypes: ["Options::VideoOption"],
  pageSize: 12,
};
