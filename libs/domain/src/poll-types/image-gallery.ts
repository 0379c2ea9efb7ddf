import { plainGallery } from "./plain-poll";
import type { PollType } from "./poll-type";

export const imageGallery: PollType = {
  ...plainGallery,
  name: "Polls::ImageGallery",
  optionTypes: ["Options::ImageOption"],
};
