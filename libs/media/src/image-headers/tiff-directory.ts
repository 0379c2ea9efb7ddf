// Hand-written: `exifr` and `exif-reader` do not follow directories, and read all of their values.
import { type ByteSource, readExactly, textAt } from "../byte-source";

export const WIDTH = 0x0100;
export const HEIGHT = 0x0101;
export const COMPRESSION = 0x0103;
export const PHOTOMETRIC = 0x0106;
export const ORIENTATION = 0x0112;

export const SHORT = 3;
export const LONG = 4;
const ENTRIES_MAX = 500;

export interface Field {
  readonly type: number;
  /** The value of a field that is a single number. */
  readonly value: number;
  readonly count: number;
  /** The offset of a list. */
  readonly at: number;
}

export type Directory = ReadonlyMap<number, Field>;

/** Reads the byte order of a TIFF, and the offset of its first directory. */
export async function readTiffStart(
  source: ByteSource,
): Promise<{ readonly little: boolean; readonly first: number }> {
  const head = await readExactly(source, 0, 8);
  const little = textAt(head, 0, 2) === "II";
  return { little, first: head.getUint32(4, little) };
}

/**
 * The directory at an offset, and its end. Undefined if it has too many fields or exceeds the file.
 */
export async function readDirectory(
  source: ByteSource,
  at: number,
  little: boolean,
): Promise<{ readonly directory: Directory; readonly end: number } | undefined> {
  if (at + 2 > source.byteSize) return undefined;
  const count = (await readExactly(source, at, 2)).getUint16(0, little);
  const end = at + 2 + count * 12;
  if (count > ENTRIES_MAX || end > source.byteSize) return undefined;
  return { directory: fieldsIn(await readExactly(source, at + 2, count * 12), little), end };
}

function fieldsIn(entries: DataView, little: boolean): Directory {
  const fields = new Map<number, Field>();
  for (let entry = 0; entry < entries.byteLength; entry += 12) {
    const type = entries.getUint16(entry + 2, little);
    const at = entries.getUint32(entry + 8, little);
    const value = type === SHORT ? entries.getUint16(entry + 8, little) : at;
    const count = entries.getUint32(entry + 4, little);
    fields.set(entries.getUint16(entry, little), { type, value, count, at });
  }
  return fields;
}
