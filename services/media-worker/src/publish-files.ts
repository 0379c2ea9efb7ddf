import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { derivativeKey, type Storage } from "@polls/storage";
import type { StoredDerivative } from "./attachments";
import type { RenderedFile } from "./rendering";

/**
 * Stores derivatives under keys that contain the digest of their content. Storing them twice
 * results in the same files. The sweep removes files without a row that a crash leaves behind.
 */
export async function publishFiles(
  storage: Storage,
  originalKey: string,
  files: readonly RenderedFile[],
  signal: AbortSignal,
): Promise<StoredDerivative[]> {
  const stored: StoredDerivative[] = [];
  for (const { name, path, contentType, extension, ...size } of files) {
    signal.throwIfAborted();
    const sha256 = await digestOf(path);
    const storageKey = derivativeKey(originalKey, { name, sha256, extension });
    const { byteSize } = await storage.put(storageKey, createReadStream(path), {
      contentType,
      signal,
    });
    stored.push({ name, storageKey, contentType, byteSize, ...size });
  }
  return stored;
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
