import type { OptionType } from "./option-type";
import { plainOption } from "./plain-option";

/** A document or any media file, kept as it came. */
export const fileOption: OptionType = {
  ...plainOption,
  name: "Options::FileOption",
  simple: true,
  fileKinds: ["document", "image", "video", "audio"],
  requires: ["attachment"],
};
