import type { OptionType } from "./option-type";
import { plainOption } from "./plain-option";

export const vimeoOption: OptionType = {
  ...plainOption,
  name: "Options::VimeoOption",
  ownFields: ["video_thumb_path", "vimeo_id"],
};
