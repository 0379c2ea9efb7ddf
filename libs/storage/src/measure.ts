import { createHash } from "node:crypto";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PutReceipt } from "./storage";
import { isStorageError, StorageError } from "./storage-error";

/** A stream that counts and hashes the data that passes, and fails above the limit. */
export interface MeasuredStream {
  readonly stream: Transform;
  /** Valid after the stream has ended. */
  readonly receipt: () => PutReceipt;
}

/** Measures a stream in bytes. Without `maxBytes` there is no limit. */
export function measure(maxBytes = Number.POSITIVE_INFINITY): MeasuredStream {
  const hash = createHash("sha256");
  let byteSize = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, passOn) {
      byteSize += chunk.length;
      if (byteSize > maxBytes) {
        passOn(new StorageError("too_large", `The file is larger than ${maxBytes} bytes`));
        return;
      }
      hash.update(chunk);
      passOn(null, chunk);
    },
  });
  let digest: string | undefined;
  return {
    stream,
    receipt: () => {
      digest ??= hash.digest("hex");
      return { byteSize, sha256: digest };
    },
  };
}

/** Stores a body, counted and hashed. It ends before this rejects, so that nothing of it is kept. */
export async function receive(
  content: Readable,
  { stream, receipt }: MeasuredStream,
  store: (chunks: AsyncIterable<Buffer>) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<PutReceipt> {
  // The pipeline may report an AbortError about the end of the streams instead of this error.
  let failure: unknown;
  let stored: Promise<void> | undefined;
  const keep = (chunks: AsyncIterable<Buffer>) => {
    stored = store(chunks).catch((error: unknown) => {
      if (isStorageError(error)) failure = error;
      throw error;
    });
    return stored;
  };
  try {
    await pipeline(content, stream, keep, ...(signal ? [{ signal }] : []));
    return receipt();
  } catch (error) {
    content.destroy();
    // The pipeline may fail before the last bytes are stored.
    await stored?.catch(() => undefined);
    throw failure ?? error;
  }
}
