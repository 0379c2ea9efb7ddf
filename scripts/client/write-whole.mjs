import { renameSync, writeFileSync } from "node:fs";

/** Writes a file atomically, because another process may read it. */
export function writeWhole(file, text) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}
