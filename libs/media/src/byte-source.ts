/** Random access to a file: on disk, in a bucket, or in memory. */
export interface ByteSource {
  readonly byteSize: number;
  /** Up to `length` bytes from `start`: fewer, or none, at the end of the file. */
  readonly read: (start: number, length: number) => Promise<Uint8Array>;
}

/** Thrown for a header that is inconsistent or ends too early. */
export class BrokenFile extends Error {
  constructor(message: string) {
    super(message);
    this.name = "BrokenFile";
  }
}

/** A source over bytes in memory. */
export const bytesInMemory = (bytes: Uint8Array): ByteSource => ({
  byteSize: bytes.length,
  read: async (start, length) => bytes.subarray(start, start + length),
});

const BLOCK_BYTES = 64 * 1024;
const KEPT_BLOCKS = 4;
/** Valid headers need few blocks. The limits bound the work that a hostile file can cause. */
const BLOCKS_MAX = 256;
const READS_MAX = 20_000;

/**
 * Reads whole blocks and keeps the last few: reads of headers are small and close together. A file
 * whose header is spread over many blocks counts as broken.
 */
export function readInBlocks(source: ByteSource): ByteSource {
  let fetched = 0;
  let reads = 0;
  const blocks = new Map<number, Promise<Uint8Array>>();
  const fetchBlock = (index: number): Promise<Uint8Array> => {
    fetched += 1;
    if (fetched > BLOCKS_MAX) throw new BrokenFile("The header is scattered over the whole file");
    return source.read(index * BLOCK_BYTES, BLOCK_BYTES);
  };
  const block = (index: number): Promise<Uint8Array> => {
    const kept = blocks.get(index) ?? fetchBlock(index);
    blocks.delete(index);
    blocks.set(index, kept);
    for (const oldest of blocks.keys()) {
      if (blocks.size <= KEPT_BLOCKS) break;
      blocks.delete(oldest);
    }
    return kept;
  };

  return {
    byteSize: source.byteSize,
    async read(start, length) {
      reads += 1;
      if (reads > READS_MAX) throw new BrokenFile("The header has too many parts");
      const end = Math.min(start + length, source.byteSize);
      const result = new Uint8Array(Math.max(0, end - start));
      for (let at = start; at < end; ) {
        const index = Math.floor(at / BLOCK_BYTES);
        const offset = at - index * BLOCK_BYTES;
        const part = (await block(index)).subarray(offset, offset + (end - at));
        if (part.length === 0) throw new BrokenFile("The file is shorter than it was said to be");
        result.set(part, at - start);
        at += part.length;
      }
      return result;
    },
  };
}

/** Reads exactly `length` bytes. Throws `BrokenFile` if the file ends before. */
export async function readExactly(
  source: ByteSource,
  start: number,
  length: number,
): Promise<DataView> {
  const bytes = await source.read(start, length);
  if (bytes.length < length) throw new BrokenFile("The file ends within its header");
  return viewOf(bytes);
}

/** A view for reading numbers from bytes. */
export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Bytes as ASCII text. The text is shorter if the view ends before. */
export function textAt(view: DataView, start: number, length: number): string {
  let text = "";
  for (let at = start; at < Math.min(start + length, view.byteLength); at += 1) {
    text += String.fromCharCode(view.getUint8(at));
  }
  return text;
}

/** Zeros that are skipped before a sound: some recorders write them. */
export const ZEROS_MAX_BYTES = 4_096;

/** The number of leading zero bytes that are skipped (docs/reference/media.md#kind-by-content). */
export function zerosBefore(view: DataView): number {
  const end = Math.min(view.byteLength, ZEROS_MAX_BYTES);
  let count = 0;
  while (count < end && view.getUint8(count) === 0) count += 1;
  return count;
}
