import { plainGallery } from "./plain-poll";
import type { PollType } from "./poll-type";

/** Photos and series of photos, with their camera metadata. */
export const photoGallery: PollType = {
  ...plainGallery,
  name: "Polls::PhotoGallery",
  isWall: true,
  optionTypes: ["Options::PhotoOption"],
};
