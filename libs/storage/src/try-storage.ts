import { randomBytes } from "node:crypto";
import { statfs } from "node:fs/promises";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { newOriginalKey } from "./keys";
import type { StorageLocation } from "./open-storage";
import type { Storage } from "./storage";

/** What was seen when a file was written, read again and removed. */
export interface StorageTrial {
  /** Whether what was read is what was written. */
  readonly intact: boolean;
  /** Undefined for a bucket, whose size nothing tells. */
  readonly freeBytes: number | undefined;
  /** Below this, the storage is full. */
  readonly minFreeBytes: number;
}

const TRIAL_BYTES = 4_096;

/**
 * Writes a small file, reads it again and removes it. Throws a `StorageError` when one of these fails. What a
 * killed process leaves is an original without a row, which the sweep of the media worker removes.
 */
export async function tryStorage(
  storage: Storage,
  location: StorageLocation,
  signal: AbortSignal,
): Promise<StorageTrial> {
  const key = newOriginalKey();
  const content = randomBytes(TRIAL_BYTES);
  try {
    const options = { contentType: "application/octet-stream", signal };
    await storage.put(key, Readable.from([content]), options);
    const intact = (await buffer(await storage.open(key))).equals(content);
    return { intact, ...(await roomOf(location)) };
  } finally {
    await storage.remove(key);
  }
}

async function roomOf(
  location: StorageLocation,
): Promise<Pick<StorageTrial, "freeBytes" | "minFreeBytes">> {
  if (location.kind === "s3") return { freeBytes: undefined, minFreeBytes: 0 };
  const { bavail, bsize } = await statfs(location.directory);
  return { freeBytes: bavail * bsize, minFreeBytes: location.minFreeBytes ?? 0 };
}
