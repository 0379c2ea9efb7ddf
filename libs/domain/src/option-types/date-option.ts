import type { OptionType } from "./option-type";
import { plainOption } from "./plain-option";

/** A day. */
export const dateOption: OptionType = {
  ...plainOption,
  name: "Options::DateOption",
  simple: true,
  dates: "days",
  requires: ["start_date"],
  ownFields: ["start_date"],
};
