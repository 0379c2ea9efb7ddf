import { z } from "zod";
import { defineJob } from "../define-job";
import { rowId } from "./row-id";

/**
 * Makes the derivatives of an uploaded video. `media.render-attachment` sends it, so that images do not
 * wait for minutes of work.
 */
export const transcodeVideo = defineJob({
  name: "media-slow.transcode-video",
  queue: "media-slow",
  payload: z.strictObject({ attachmentId: rowId }),
  backoffMs: 10_000,
});
