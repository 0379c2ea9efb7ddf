import type { OptionType } from "./option-type";
import { plainOption } from "./plain-option";

/** A place, route or area on a map (docs/reference/options.md#locations). */
export const locationOption: OptionType = {
  ...plainOption,
  name: "Options::LocationOption",
  simple: true,
  requires: ["data"],
  ownFields: ["data", "location_type"],
};
