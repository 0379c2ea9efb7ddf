import type { Storage } from "@polls/storage";
import { keys } from "./manifest";

/** The names of the backups of a place, oldest first. */
export interface BackupList {
  readonly complete: readonly string[];
  readonly incomplete: readonly string[];
}

/** Lists the backups of a place. */
export async function listBackups(target: Storage): Promise<BackupList> {
  const all = new Set<string>();
  const complete = new Set<string>();
  for await (const { key } of target.list(keys.backups)) {
    const [, name = ""] = key.split("/");
    all.add(name);
    if (key === keys.manifest(name)) complete.add(name);
  }
  return {
    complete: [...complete].sort(),
    incomplete: [...all].filter((name) => !complete.has(name)).sort(),
  };
}
