import { randomBytes } from "node:crypto";
import { statfs } from "node:fs/promises";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { newOriginalKey } from "./keys";
import type { StorageLocation } from "./open-storage";
import type { Storage } from "./storage";

export interface StorageTrial {
  /** Whether the read equals the written content. Undefined if the storage is full. */
  readonly intact: boolean | undefined;
  /** Undefined for a bucket, whose size is unknown. */
  readonly freeBytes: number | undefined;
  /** With less free space, the storage is full. */
  readonly minFreeBytes: number;
}

const TRIAL_BYTES = 4_096;

/**
 * Writes, reads and removes a small file. Throws a `StorageError` if a step fails. After a killed
 * process the sweep of the media worker removes it, as an original without a row.
 */
export async function tryStorage(
  storage: Storage,
  location: StorageLocation,
  signal: AbortSignal,
): Promise<StorageTrial> {
  const room = await roomOf(location);
  const { freeBytes, minFreeBytes } = room;
  if (freeBytes !== undefined && freeBytes < minFreeBytes) return { intact: undefined, ...room };
  const key = newOriginalKey();
  const content = randomBytes(TRIAL_BYTES);
  try {
    const options = { contentType: "application/octet-stream", signal };
    await storage.put(key, Readable.from([content]), options);
    const intact = (await buffer(await storage.open(key))).equals(content);
    return { intact, ...room };
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
