import { countUncountedFiles } from "@polls/db/files";
import type { StatementTask } from "./maintenance-task";

/**
 * Files of releases before the storage quota are counted later
 * (docs/reference/media.md#storage-quota).
 */
export const countFiles: StatementTask = {
  name: "count uncounted files",
  batch: (tx) => countUncountedFiles(tx, 500),
};
