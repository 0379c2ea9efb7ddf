import type { OptionType } from "./option-type";
import { plainOption } from "./plain-option";

/** A range of times. */
export const timeRangeOption: OptionType = {
  ...plainOption,
  name: "Options::TimeRangeOption",
  simple: true,
  dates: "times",
  requires: ["start_date", "end_date"],
  ownFields: ["start_date", "end_date"],
};
