import { z } from "zod";
import { defineJob, rowId } from "../define-job";

/** Creates the derivatives of an upload (docs/reference/media.md#derivatives). */
export const renderAttachment = defineJob({
  name: "media.render-attachment",
  queue: "media",
  payload: z.strictObject({ attachmentId: rowId }),
});

/** Deletes the files of an attachment without an option, then its row. */
export const deleteAttachment = defineJob({
  name: "media.delete-attachment",
  queue: "media",
  payload: z.strictObject({ attachmentId: rowId }),
});

/** Creates the picture of links to a poll (docs/reference/pages.md#links-to-a-poll). */
export const drawLinkPicture = defineJob({
  name: "media.draw-link-picture",
  queue: "media",
  payload: z.strictObject({ pollId: rowId }),
});

/** Creates the derivatives of a video, for `media.render-attachment`: images do not wait for it. */
export const transcodeVideo = defineJob({
  name: "media-slow.transcode-video",
  queue: "media-slow",
  payload: z.strictObject({ attachmentId: rowId }),
});
