import { plainGallery } from "./plain-poll";
import type { PollType } from "./poll-type";

export const imageGallery: PollType = {
  ...plainGallery,
  name: "Polls::ImageGallery",
  isWall: true,
  optionTypes: ["Options::ImageOption"],
};
