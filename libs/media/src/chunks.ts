import { type ByteSource, readExactly, textAt } from "./byte-source";

/** A chunk of a RIFF or AIFF file. The range of its content may exceed the file. */
export interface Chunk {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Iterates over the chunks between two offsets, up to a maximum number. */
export async function* walkChunks(
  source: ByteSource,
  start: number,
  end: number,
  { bigEndian = false, max = 1_000 } = {},
): AsyncIterable<Chunk> {
  for (let at = start, count = 0; at + 8 <= end && count < max; count += 1) {
    const head = await readExactly(source, at, 8);
    const length = head.getUint32(4, !bigEndian);
    yield { type: textAt(head, 0, 4), start: at + 8, end: at + 8 + length };
    at += 8 + length + (length % 2);
  }
}
