import type { OptionType } from "./option-type";
import { plainOption } from "./plain-option";

/** A video of Vimeo. */
export const vimeoOption: OptionType = {
  ...plainOption,
  name: "Options::VimeoOption",
  ownFields: ["video_thumb_path", "vimeo_id"],
};
