import type { OptionType } from "./option-type";
import { plainOption } from "./plain-option";

/** A text. */
export const textOption: OptionType = {
  ...plainOption,
  name: "Options::TextOption",
  simple: true,
  requires: ["content"],
};
