// Hand-written: `image-size` ignores orientation, strips and tiles of a TIFF.
import { BrokenFile, type ByteSource, readExactly, textAt } from "../byte-source";
import { asSeen, type ImageSize, orientationOf } from "../orientation";
import { flowing, type ImageHeader, rowsBytes } from "./image-header";

const WIDTH = 0x0100;
const HEIGHT = 0x0101;
const BITS = 0x0102;
const COMPRESSION = 0x0103;
const PHOTOMETRIC = 0x0106;
const ORIENTATION = 0x0112;
const SAMPLES = 0x0115;
const ROWS_PER_STRIP = 0x0116;
const PLANAR = 0x011c;
const TILE_WIDTH = 0x0142;
const TILE_HEIGHT = 0x0143;

const SHORT = 3;
const LONG = 4;
const ENTRIES_MAX = 500;

/** None, fax, LZW, deflate (two numbers), PackBits: strips of these are read row by row. */
const READ_BY_ROWS: readonly number[] = [1, 2, 3, 4, 5, 8, 32_773, 32_946];
const YCBCR = 6;
const SEPARATE_PLANES = 2;
/** A strip or row of tiles that is read in one piece exists twice: as stored, and assembled. */
const COPIES = 2;

/** The displayed size of the first page of a TIFF. */
export async function tiffHeader(source: ByteSource): Promise<ImageHeader> {
  const tag = await firstDirectory(source);
  const [width, height] = [tag(WIDTH), tag(HEIGHT)];
  if (width === undefined || height === undefined) throw new BrokenFile("The TIFF has no size");
  const size = { width, height };
  const samples = tag(SAMPLES) ?? 1;
  // A palette is expanded to three samples.
  const bytesPerPixel = Math.max(3, samples) * Math.ceil((tag(BITS) ?? 8) / 8);
  const transparent = samples === 2 || samples > 3;
  return {
    ...asSeen(size, orientationOf(tag(ORIENTATION))),
    heldBytes:
      rowsBytes(size, flowing(bytesPerPixel, transparent)) +
      COPIES * piecePixels(size, tag) * bytesPerPixel,
    transparent,
  };
}

/** The pixels that are read in one piece: a row of tiles, or a strip of planes or coefficients. */
function piecePixels({ width, height }: ImageSize, tag: (name: number) => number | undefined) {
  const tileHeight = tag(TILE_HEIGHT);
  if (tileHeight !== undefined) {
    const across = Math.max(1, tag(TILE_WIDTH) ?? width);
    return Math.ceil(width / across) * across * tileHeight;
  }
  const byRows =
    READ_BY_ROWS.includes(tag(COMPRESSION) ?? 1) &&
    tag(PHOTOMETRIC) !== YCBCR &&
    tag(PLANAR) !== SEPARATE_PLANES;
  return byRows ? 0 : width * Math.min(height, tag(ROWS_PER_STRIP) ?? height);
}

/** The fields of the first directory that are whole numbers; of a list the first number. */
async function firstDirectory(source: ByteSource) {
  const head = await readExactly(source, 0, 8);
  const little = textAt(head, 0, 2) === "II";
  const directory = head.getUint32(4, little);
  const count = (await readExactly(source, directory, 2)).getUint16(0, little);
  if (count > ENTRIES_MAX) throw new BrokenFile("The TIFF has too many fields");
  const entries = await readExactly(source, directory + 2, count * 12);

  const values = new Map<number, number>();
  for (let at = 0; at < count * 12; at += 12) {
    const name = entries.getUint16(at, little);
    const type = entries.getUint16(at + 2, little);
    const length = entries.getUint32(at + 4, little);
    if (type === LONG) values.set(name, entries.getUint32(at + 8, little));
    if (type === SHORT) {
      const elsewhere = name === BITS && length > 2;
      const value = elsewhere
        ? await readExactly(source, entries.getUint32(at + 8, little), 2)
        : new DataView(entries.buffer, entries.byteOffset + at + 8, 2);
      values.set(name, value.getUint16(0, little));
    }
  }
  return (name: number) => values.get(name);
}
