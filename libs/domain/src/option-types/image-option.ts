import type { OptionType } from "./option-type";
import { plainOption } from "./plain-option";

/** A picture. Several files at once become a photo group (docs/reference/options.md#groups). */
export const imageOption: OptionType = {
  ...plainOption,
  name: "Options::ImageOption",
  simple: true,
  fileKinds: ["image"],
  rendersFile: true,
  requires: ["attachment"],
  ownFields: ["rotation"],
  groupedAs: "Options::PhotoGroup",
  contentIsImageName: true,
};
