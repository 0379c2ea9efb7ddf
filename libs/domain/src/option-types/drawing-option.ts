import type { OptionType } from "./option-type";
import { plainOption } from "./plain-option";

/** A sketch, a signature, or a picture with annotations. */
export const drawingOption: OptionType = {
  ...plainOption,
  name: "Options::DrawingOption",
  simple: true,
  fileKinds: ["image"],
  rendersFile: true,
  requires: ["attachment"],
  ownFields: ["drawing_type", "rotation"],
};
