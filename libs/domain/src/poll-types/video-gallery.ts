import { plainGallery } from "./plain-poll";
import type { PollType } from "./poll-type";

/** Uploaded videos and those of video sites. */
export const videoGallery: PollType = {
  ...plainGallery,
  name: "Polls::VideoGallery",
  optionTypes: ["Options::VideoOption"],
  pageSize: 12,
};
