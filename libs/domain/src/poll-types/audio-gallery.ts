import { plainGallery } from "./plain-poll";
import type { PollType } from "./poll-type";

/** Recordings with cover art. */
export const audioGallery: PollType = {
  ...plainGallery,
  name: "Polls::AudioGallery",
  optionTypes: ["Options::AudioOption"],
};
