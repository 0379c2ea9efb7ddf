import type { Storage } from "@polls/storage";
import { keys } from "./manifest";

/** The names of the backups of a place, oldest first. */
export interface Sets {
  readonly complete: readonly string[];
  readonly incomplete: readonly string[];
}

/** Lists the backups of a place. */
export async function openSets(target: Storage): Promise<Sets> {
  const all = new Set<string>();
  const complete = new Set<string>();
  for await (const { key } of target.list(keys.sets)) {
    const [, set = ""] = key.split("/");
    all.add(set);
    if (key === keys.manifest(set)) complete.add(set);
  }
  return {
    complete: [...complete].sort(),
    incomplete: [...all].filter((set) => !complete.has(set)).sort(),
  };
}
