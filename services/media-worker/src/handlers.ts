import type { Handlers } from "@polls/jobs";
import type { MediaDeps } from "./deps";
import { deleteAttachment } from "./processors/delete-attachment";
import { renderAttachment } from "./processors/render-attachment";

/** What the media worker does with each job of its queue. */
export const handlers: Handlers<"media", MediaDeps> = {
  "media.render-attachment": renderAttachment,
  "media.delete-attachment": deleteAttachment,
};
