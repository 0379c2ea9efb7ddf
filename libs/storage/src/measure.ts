import { createHash } from "node:crypto";
import { Transform } from "node:stream";
import type { PutReceipt } from "./storage";
import { StorageError } from "./storage-error";

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
