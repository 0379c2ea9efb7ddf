import type { OptionType } from "./option-type";
import { plainOption } from "./plain-option";

/** A question answered with a text or a file; a column of a table (docs/reference/options.md#inputs). */
export const inputOption: OptionType = {
  ...plainOption,
  name: "Options::InputOption",
  requires: ["content"],
  ownFields: ["input_type"],
  isInput: true,
  children: ({ inputType }) =>
    inputType === "file"
      ? {
          type: "Options::FileOption",
          voteType: undefined,
          voteLimits: "poll",
          createdBy: "every_actor_once",
          visibleTo: "author",
        }
      : undefined,
};
