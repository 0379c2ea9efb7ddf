import type { OptionType } from "./option-type";
import { plainOption } from "./plain-option";

/** A photo with what its camera says; several at once make a photo group. */
export const photoOption: OptionType = {
  ...plainOption,
  name: "Options::PhotoOption",
  fileKinds: ["image"],
  rendersFile: true,
  requires: ["attachment"],
  votable: "unless_grouped",
  ownFields: ["rotation"],
  groupedAs: "Options::PhotoGroup",
  contentIsImageName: true,
};
