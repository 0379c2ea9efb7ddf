import { z } from "zod";
import { defineJob } from "../define-job";
import { rowId } from "./row-id";

/**
 * Makes the derivatives of an uploaded film (decisions 11). `media.render-attachment` sends it on:
 * minutes of work must not stand before the images of others.
 */
export const transcodeVideo = defineJob({
  name: "media-slow.transcode-video",
  queue: "media-slow",
  payload: z.strictObject({ attachmentId: rowId }),
  backoffMs: 10_000,
});
