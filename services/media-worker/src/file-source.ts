import { type FileHandle, open } from "node:fs/promises";
import type { ByteSource } from "@polls/media";

/** Opens a local file for random access while `work` runs. */
export async function withFileSource<Result>(
  path: string,
  work: (source: ByteSource) => Promise<Result>,
): Promise<Result> {
  const handle = await open(path, "r");
  try {
    return await work(await sourceOf(handle));
  } finally {
    await handle.close();
  }
}

async function sourceOf(handle: FileHandle): Promise<ByteSource> {
  const { size } = await handle.stat();
  return {
    byteSize: size,
    async read(start, length) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, start);
      return buffer.subarray(0, bytesRead);
    },
  };
}
