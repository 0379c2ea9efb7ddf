import type { OptionType } from "./option-type";
import { plainOption } from "./plain-option";

export const youtubeOption: OptionType = {
  ...plainOption,
  name: "Options::YoutubeOption",
  ownFields: ["video_thumb_path", "youtube_id"],
};
