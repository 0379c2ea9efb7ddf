import type { OptionType } from "./option-type";
import { plainOption } from "./plain-option";

/** A photo with its camera metadata. Several files at once become a photo group. */
export const photoOption: OptionType = {
  ...plainOption,
  name: "Options::PhotoOption",
  fileKinds: ["image"],
  rendersFile: true,
  requires: ["attachment"],
  ownFields: ["rotation"],
  groupedAs: "Options::PhotoGroup",
  contentIsImageName: true,
};
