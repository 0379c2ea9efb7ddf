import type { OptionType } from "./option-type";
import { plainOption } from "./plain-option";

/** A range of days. */
export const dateRangeOption: OptionType = {
  ...plainOption,
  name: "Options::DateRangeOption",
  simple: true,
  dates: "days",
  requires: ["start_date", "end_date"],
  ownFields: ["start_date", "end_date"],
};
