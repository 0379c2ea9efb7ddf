import fs from "node:fs";
import path from "node:path";
import type { StackPart } from "../stack/part";

/** A directory for files, unless a bucket is configured. */
export const storagePart: StackPart = {
  name: "storage",
  unless: ["S3_BUCKET"],
  start: async ({ settings: { dataDir }, env }) => {
    const directory = env.STORAGE_DIR?.trim() || path.join(dataDir, "storage");
    fs.mkdirSync(directory, { recursive: true });
    return { env: { STORAGE_DIR: directory } };
  },
};
