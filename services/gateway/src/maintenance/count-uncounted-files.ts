import { countUncountedFiles } from "@polls/db/files";
import type { MaintenanceTask } from "./maintenance-task";

/**
 * Files of releases before the storage quota are counted later
 * (docs/reference/media.md#storage-quota).
 */
export const countFiles: MaintenanceTask = {
  name: "count uncounted files",
  batch: (tx) => countUncountedFiles(tx, 500),
};
