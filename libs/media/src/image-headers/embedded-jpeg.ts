import { BrokenFile, type ByteSource, readExactly } from "../byte-source";
import { NotTaken } from "../codecs";
import { asSeen, type Orientation } from "../orientation";
import type { ImageHeader } from "./image-header";
import { readJpeg } from "./jpeg";

/** A picture within a file. */
export interface EmbeddedPicture {
  readonly start: number;
  readonly length: number;
  /** Of the camera; the picture itself has none. */
  readonly orientation: Orientation;
}

export interface RawHeader extends ImageHeader {
  readonly format: "raw";
  readonly embedded: EmbeddedPicture;
}

/** Sensors have margins that their JPEG lacks. */
const FULL_SIZE = 0.9;
/** Where a file does not tell the size of its sensor: what the largest derivative needs. */
const LEAST_LONG_SIDE = 2_048;

const advice = "export it from the camera's program as JPEG";
const withoutJpeg = () => new NotTaken("A camera RAW file without a full-size JPEG", advice);

export type Place = Pick<EmbeddedPicture, "start" | "length">;

interface Camera {
  /** As the camera was held; undefined where the JPEG itself tells. */
  readonly orientation?: Orientation;
  /** Absent where the file does not tell. */
  readonly sensorLongSide?: number;
}

/** The largest JPEG at some places of a camera RAW file. Throws `NotTaken` where it is not of full size. */
export async function largestJpeg(
  source: ByteSource,
  places: readonly Place[],
  { orientation, sensorLongSide = 0 }: Camera,
): Promise<RawHeader> {
  let best: RawHeader | undefined;
  let longSide = 0;
  for (const place of places) {
    const found = await jpegAt(source, place);
    const side = found === undefined ? 0 : Math.max(found.size.width, found.size.height);
    if (found === undefined || side <= longSide) continue;
    longSide = side;
    const { size, heldBytes, shrinks } = found;
    const turned = orientation ?? found.orientation;
    best = {
      ...asSeen(size, turned),
      format: "raw",
      heldBytes,
      transparent: false,
      ...(shrinks && { shrinks }),
      embedded: { ...place, orientation: turned },
    };
  }
  const least = sensorLongSide === 0 ? LEAST_LONG_SIDE : sensorLongSide * FULL_SIZE;
  if (best === undefined || longSide < least) throw withoutJpeg();
  return best;
}

/** A JPEG that viewers show; sensors are stored as lossless JPEG, which they do not. */
async function jpegAt(source: ByteSource, { start, length }: Place) {
  if (length < 100 || start + length > source.byteSize) return undefined;
  const part: ByteSource = {
    byteSize: length,
    read: (at, count) => source.read(start + at, Math.max(0, Math.min(count, length - at))),
  };
  if ((await readExactly(part, 0, 2)).getUint16(0) !== 0xffd8) return undefined;
  try {
    const jpeg = await readJpeg(part);
    return jpeg.isLossless ? undefined : jpeg;
  } catch (error) {
    if (error instanceof BrokenFile) return undefined;
    throw error;
  }
}
