import type { OptionType } from "./option-type";
import { plainOption } from "./plain-option";

/** From one day to another. */
export const dateRangeOption: OptionType = {
  ...plainOption,
  name: "Options::DateRangeOption",
  simple: true,
  requires: ["start_date", "end_date"],
  ownFields: ["start_date", "end_date"],
};
