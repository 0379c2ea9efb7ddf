import { opendir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isKey } from "./keys";
import type { StoredFile } from "./storage";
import { systemCode } from "./storage-error";

/**
 * The files under a prefix, without those that disappear in the meantime. Foreign names go to
 * `onForeign`; foreign directories stay closed.
 */
export async function* filesUnder(
  root: string,
  prefix: string,
  onForeign?: (name: string) => void,
): AsyncIterable<StoredFile> {
  for await (const entry of entriesOf(join(root, prefix))) {
    const key = `${prefix}${entry.name}`;
    if (!isKey(key)) {
      onForeign?.(key);
      continue;
    }
    if (entry.isDirectory()) {
      yield* filesUnder(root, `${key}/`, onForeign);
      continue;
    }
    const found = await ifThere(stat(join(root, key)));
    if (found?.isFile()) yield { key, byteSize: found.size, modifiedAt: found.mtime };
  }
}

/** Deletes the files of one directory that were last written before a time. */
export async function removeStaleFiles(directory: string, before: Date): Promise<void> {
  for await (const entry of entriesOf(directory)) {
    await removeStaleFile(join(directory, entry.name), before);
  }
}

/** Deletes a file if it was last written before a time. */
export async function removeStaleFile(path: string, before: Date): Promise<void> {
  const found = await ifThere(stat(path));
  if (found?.isFile() && found.mtime < before) await rm(path, { force: true });
}

async function* entriesOf(directory: string) {
  const opened = await ifThere(opendir(directory));
  if (opened !== undefined) yield* opened;
}

async function ifThere<Result>(operation: Promise<Result>): Promise<Result | undefined> {
  try {
    return await operation;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
