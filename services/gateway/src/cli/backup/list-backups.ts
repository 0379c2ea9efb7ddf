import type { Storage } from "@polls/storage";
import { isBackupName, keys } from "./manifest";

/** The names of the backups of a place, oldest first. */
export interface BackupList {
  readonly complete: readonly string[];
  readonly incomplete: readonly string[];
}

/** Lists the backups of a place. Foreign names are passed over. */
export async function listBackups(
  target: Storage,
  onForeign: (name: string) => void = () => undefined,
): Promise<BackupList> {
  const all = new Set<string>();
  const complete = new Set<string>();
  for await (const { key } of target.list(keys.backups, onForeign)) {
    const [, name = ""] = key.split("/");
    if (!isBackupName(name)) {
      onForeign(key);
      continue;
    }
    all.add(name);
    if (key === keys.manifest(name)) complete.add(name);
  }
  return {
    complete: [...complete].sort(),
    incomplete: [...all].filter((name) => !complete.has(name)).sort(),
  };
}
