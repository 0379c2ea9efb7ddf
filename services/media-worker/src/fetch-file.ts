import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Storage, StorageError, transferMs } from "@polls/storage";

/** A file as its row describes it. */
export interface NamedFile {
  readonly storageKey: string;
  readonly byteSize: number;
  /** The first hex digits of the SHA-256 of its content. */
  readonly sha256: string;
}

/** The storage has a file with other content than its row says. */
export class ContentDiffers extends Error {
  override readonly name = "ContentDiffers";
}

/**
 * Downloads a file, and compares it with its row. One that arrives incompletely says nothing about
 * the upload: it is a `StorageError`, and is tried again.
 */
export async function fetchFile(
  storage: Storage,
  { storageKey, byteSize, sha256 }: NamedFile,
  path: string,
  signal: AbortSignal,
  withinMs = transferMs(byteSize),
): Promise<void> {
  const hash = createHash("sha256");
  let received = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, passOn) {
      hash.update(chunk);
      received += chunk.length;
      passOn(null, chunk);
    },
  });
  const content = await storage.open(storageKey);
  const timer = setTimeout(
    () => content.destroy(new StorageError("unavailable", "A stored file arrives too slowly")),
    withinMs,
  );
  try {
    await pipeline(content, measured, createWriteStream(path), { signal });
  } finally {
    clearTimeout(timer);
  }
  const stored = received === byteSize ? undefined : await storage.stat(storageKey);
  if (stored !== undefined && stored.byteSize !== received) {
    throw new StorageError(
      "unavailable",
      `A stored file arrived with ${received} of ${stored.byteSize} bytes`,
    );
  }
  if (received !== byteSize || !hash.digest("hex").startsWith(sha256)) {
    throw new ContentDiffers("The content of a stored file is not that of its row");
  }
}
