import type { Handlers } from "@polls/jobs";
import type { MediaDeps } from "./deps";
import { deleteAttachment } from "./processors/delete-attachment";
import { drawLinkPicture } from "./processors/draw-link-picture";
import { renderAttachment, transcodeVideo } from "./processors/render-attachment";

export const quickHandlers: Handlers<"media", MediaDeps> = {
  "media.render-attachment": renderAttachment,
  "media.delete-attachment": deleteAttachment,
  "media.draw-link-picture": drawLinkPicture,
};

/** The handlers of the slow queue: videos take minutes. */
export const slowHandlers: Handlers<"media-slow", MediaDeps> = {
  "media-slow.transcode-video": transcodeVideo,
};
