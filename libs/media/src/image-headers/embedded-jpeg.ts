import { BrokenFile, type ByteSource, readExactly } from "../byte-source";
import { Unsupported } from "../codecs";
import { asSeen, type Orientation } from "../orientation";
import type { ImageHeader } from "./image-header";
import { readJpeg } from "./jpeg";

export interface EmbeddedPicture {
  readonly start: number;
  readonly length: number;
  /** The orientation of the camera. The picture itself has none. */
  readonly orientation: Orientation;
}

export interface RawHeader extends ImageHeader {
  readonly format: "raw";
  readonly embedded: EmbeddedPicture;
}

/** A full-size JPEG may be smaller than the sensor by this factor, because sensors have margins. */
const FULL_SIZE = 0.9;
/** If a file does not tell the size of its sensor: the size of the largest derivative. */
const LEAST_LONG_SIDE = 2_048;

/** A camera RAW file that the service would have to develop. */
export const refusedRaw = {
  name: "A camera RAW file without a full-size JPEG",
  advice: "export it from the camera's program as JPEG",
} as const;
const withoutJpeg = () => new Unsupported(refusedRaw.name, refusedRaw.advice);

export type Place = Pick<EmbeddedPicture, "start" | "length">;

interface Camera {
  /** The orientation of the camera. Undefined where the JPEG itself contains it. */
  readonly orientation?: Orientation;
  /** Absent if the file does not contain it. */
  readonly sensorLongSide?: number;
}

/** The largest JPEG in a camera RAW file. Throws `Unsupported` if it is not of full size. */
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

/** Reads a JPEG that viewers can show, unlike the lossless one of the sensor. */
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
