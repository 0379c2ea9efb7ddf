import type { OptionType } from "./option-type";
import { plainOption } from "./plain-option";

/** A series of photos with votes on the whole (docs/reference/options.md#groups). */
export const photoGroup: OptionType = {
  ...plainOption,
  name: "Options::PhotoGroup",
  children: () => ({
    type: "Options::PhotoOption",
    voteType: undefined,
    voteLimits: "poll",
    createdBy: "as_top_level",
    visibleTo: "members",
  }),
};
