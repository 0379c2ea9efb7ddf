import type { Handlers } from "@polls/jobs";
import type { MediaDeps } from "./deps";
import { deleteAttachment } from "./processors/delete-attachment";
import { renderAttachment, transcodeVideo } from "./processors/render-attachment";

/** What the media worker does with each job of its quick queue. */
export const quickHandlers: Handlers<"media", MediaDeps> = {
  "media.render-attachment": renderAttachment,
  "media.delete-attachment": deleteAttachment,
};

/** What it does with films, which take minutes. */
export const slowHandlers: Handlers<"media-slow", MediaDeps> = {
  "media-slow.transcode-video": transcodeVideo,
};
