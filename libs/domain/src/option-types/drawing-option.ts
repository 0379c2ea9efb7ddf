import type { OptionType } from "./option-type";
import { plainOption } from "./plain-option";

/** What somebody drew: a sketch, a signature, marks on a picture. */
export const drawingOption: OptionType = {
  ...plainOption,
  name: "Options::DrawingOption",
  simple: true,
  fileKinds: ["image"],
  rendersFile: true,
  requires: ["attachment"],
  ownFields: ["drawing_type", "rotation"],
};
