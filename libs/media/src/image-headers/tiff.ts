// Hand-written: `image-size` ignores orientation, strips and tiles of a TIFF.
import { BrokenFile, type ByteSource, readExactly } from "../byte-source";
import { asSeen, type ImageSize, orientationOf } from "../orientation";
import { flowing, type ImageHeader, rowsBytes } from "./image-header";
import { refuseForms } from "./refused-forms";
import {
  COMPRESSION,
  HEIGHT,
  LONG,
  ORIENTATION,
  PHOTOMETRIC,
  readDirectory,
  readTiffStart,
  SHORT,
  WIDTH,
} from "./tiff-directory";
import { refusedTiffs } from "./tiff-unsupported";

const BITS = 0x0102;
const SAMPLES = 0x0115;
const ROWS_PER_STRIP = 0x0116;
const PLANAR = 0x011c;
const TILE_WIDTH = 0x0142;
const TILE_HEIGHT = 0x0143;
const SAMPLE_FORMAT = 0x0153;
/** Fields with a number for each sample. The first number is used. */
const OF_EACH_SAMPLE = [BITS, SAMPLE_FORMAT];

/** None, fax, LZW, deflate (two numbers), PackBits: strips are read row by row. */
const READ_BY_ROWS: readonly number[] = [1, 2, 3, 4, 5, 8, 32_773, 32_946];
const YCBCR = 6;
const SEPARATE_PLANES = 2;
/** A strip or row of tiles that is read at once exists twice: as stored, and assembled. */
const COPIES = 2;

/** The displayed size of a TIFF's first page. Throws `Unsupported` for unsupported pixels. */
export async function tiffHeader(source: ByteSource): Promise<ImageHeader> {
  const tag = await firstDirectory(source);
  const [width, height] = [tag(WIDTH), tag(HEIGHT)];
  if (width === undefined || height === undefined) throw new BrokenFile("The TIFF has no size");
  const size = { width, height };
  const samples = tag(SAMPLES) ?? 1;
  refuseForms(refusedTiffs, {
    compression: tag(COMPRESSION) ?? 1,
    photometric: tag(PHOTOMETRIC) ?? (samples < 3 ? 1 : 2),
    samples,
    bits: tag(BITS) ?? 1,
    sampleFormat: tag(SAMPLE_FORMAT) ?? 1,
  });
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

/** The pixels that are read at once: a row of tiles, or a strip of planes or coefficients. */
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

async function firstDirectory(source: ByteSource) {
  const { little, first } = await readTiffStart(source);
  const { directory } = (await readDirectory(source, first, little)) ?? {};
  if (directory === undefined) throw new BrokenFile("The TIFF has no directory");
  const firsts = new Map<number, number>();
  for (const tag of OF_EACH_SAMPLE) {
    const field = directory.get(tag);
    if (field?.type !== SHORT || field.count <= 2) continue;
    firsts.set(tag, (await readExactly(source, field.at, 2)).getUint16(0, little));
  }
  return (tag: number): number | undefined => {
    const field = directory.get(tag);
    if (firsts.has(tag)) return firsts.get(tag);
    return field?.type === SHORT || field?.type === LONG ? field.value : undefined;
  };
}
