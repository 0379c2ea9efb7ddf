import type { OptionType } from "./option-type";
import { plainOption } from "./plain-option";

/** A heading over options, created by admins (docs/reference/options.md#categories). */
export const optionCategory: OptionType = {
  ...plainOption,
  name: "Options::OptionCategory",
  requires: ["content"],
  votable: false,
  children: (_option, pollOptionType) => ({
    type: pollOptionType,
    voteType: "poll",
    voteLimits: "poll",
    createdBy: "as_top_level",
    visibleTo: "members",
  }),
};
