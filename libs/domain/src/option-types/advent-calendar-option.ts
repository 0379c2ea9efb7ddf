import type { OptionType } from "./option-type";
import { plainOption } from "./plain-option";

/** Opens at its `start_date` (docs/reference/options.md#calendar-doors). */
export const adventCalendarOption: OptionType = {
  ...plainOption,
  name: "Options::AdventCalendarOption",
  fileKinds: ["image", "video", "audio"],
  rendersFile: true,
  requires: ["start_date"],
  ownFields: ["start_date", "rotation"],
  opensAtStartDate: true,
};
