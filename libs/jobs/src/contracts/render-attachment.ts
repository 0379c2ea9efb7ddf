import { z } from "zod";
import { defineJob } from "../define-job";
import { rowId } from "./row-id";

/** Makes the derivatives of an upload (docs/reference/media.md#derivatives). */
export const renderAttachment = defineJob({
  name: "media.render-attachment",
  queue: "media",
  payload: z.strictObject({ attachmentId: rowId }),
});
