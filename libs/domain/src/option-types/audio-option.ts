import type { OptionType } from "./option-type";
import { plainOption } from "./plain-option";

/** An audio file with its cover art. */
export const audioOption: OptionType = {
  ...plainOption,
  name: "Options::AudioOption",
  fileKinds: ["audio"],
  rendersFile: true,
  requires: ["attachment"],
};
