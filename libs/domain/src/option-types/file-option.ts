import type { OptionType } from "./option-type";
import { plainOption } from "./plain-option";

/** A document or media file, stored unchanged. */
export const fileOption: OptionType = {
  ...plainOption,
  name: "Options::FileOption",
  simple: true,
  fileKinds: ["document", "image", "video", "audio"],
  requires: ["attachment"],
};
