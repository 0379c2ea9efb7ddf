import type { OptionType } from "./option-type";
import { plainOption } from "./plain-option";

/** A day and a time. */
export const datetimeOption: OptionType = {
  ...plainOption,
  name: "Options::DatetimeOption",
  simple: true,
  dates: "times",
  requires: ["start_date"],
  ownFields: ["start_date"],
};
