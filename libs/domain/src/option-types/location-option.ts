import type { OptionType } from "./option-type";
import { plainOption } from "./plain-option";

/** A place, a route or an area on the map. */
export const locationOption: OptionType = {
  ...plainOption,
  name: "Options::LocationOption",
  simple: true,
  requires: ["data"],
  ownFields: ["data", "location_type"],
};
