import type { OptionType } from "./option-type";
import { plainOption } from "./plain-option";

/** A picture; several at once make a photo group. */
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
