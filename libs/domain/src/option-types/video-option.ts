import type { OptionType } from "./option-type";
import { plainOption } from "./plain-option";

/**
 * An uploaded video. An option with a YouTube or Vimeo id gets the class of that site
 * (docs/reference/options.md#videos).
 */
export const videoOption: OptionType = {
  ...plainOption,
  name: "Options::VideoOption",
  fileKinds: ["video"],
  rendersFile: true,
  fileField: "video",
  ownFields: ["video_thumb_path"],
  variantFor: ({ hasYoutubeId, hasVimeoId }) => {
    if (hasYoutubeId) return "Options::YoutubeOption";
    return hasVimeoId ? "Options::VimeoOption" : undefined;
  },
};
