import { z } from "zod";
import { defineJob } from "../define-job";
import { rowId } from "./row-id";

/** Removes the files of an attachment without an option, then its row. */
export const deleteAttachment = defineJob({
  name: "media.delete-attachment",
  queue: "media",
  payload: z.strictObject({ attachmentId: rowId }),
});
