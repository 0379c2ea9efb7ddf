// Hand-written: `image-size` ignores Exif, transparency and animation of a WebP.
import { BrokenFile, type ByteSource, readExactly, textAt } from "../byte-source";
import { walkChunks } from "../chunks";
import { asSeen, exifOrientation, type ImageSize, type Orientation } from "../orientation";
import type { ImageHeader } from "./image-header";

const IS_ANIMATED = 0x02;
const HAS_EXIF = 0x08;
const HAS_ALPHA = 0x10;
const CHUNKS_MAX = 2_000;
const EXIF_MAX_BYTES = 1024 * 1024;

/**
 * Bytes per pixel of a lossless picture, of transparency and blending, of an animation's canvas.
 */
const LOSSLESS = 4;
const ALPHA = 2.5;
const CANVAS = 4;

/**
 * The displayed size of a WebP. Only a plain lossy one is read row by row; one with a feature
 * header counts as lossless.
 */
export async function webpHeader(source: ByteSource): Promise<ImageHeader> {
  const head = await readExactly(source, 12, 18);
  const chunk = textAt(head, 0, 4);
  const heldOf = ({ width, height }: ImageSize, bytesPerPixel: number) =>
    Math.ceil(width * height * bytesPerPixel) + source.byteSize;

  if (chunk === "VP8 ") {
    const size = {
      width: head.getUint16(14, true) & 0x3fff,
      height: head.getUint16(16, true) & 0x3fff,
    };
    return { ...size, heldBytes: heldOf(size, 0), transparent: false };
  }
  if (chunk === "VP8L") {
    const bits = head.getUint32(9, true);
    const size = { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    return {
      ...size,
      heldBytes: heldOf(size, LOSSLESS),
      transparent: ((bits >>> 28) & 1) === 1,
    };
  }
  if (chunk !== "VP8X") throw new BrokenFile("The WebP does not begin with pixels");
  const features = head.getUint8(8);
  const has = (feature: number) => (features & feature) !== 0;
  const size = { width: uint24(head, 12) + 1, height: uint24(head, 15) + 1 };
  const bytesPerPixel = LOSSLESS + (has(HAS_ALPHA) ? ALPHA : 0) + (has(IS_ANIMATED) ? CANVAS : 0);
  return {
    ...(has(HAS_EXIF) ? asSeen(size, await orientationIn(source)) : size),
    heldBytes: heldOf(size, bytesPerPixel),
    transparent: has(HAS_ALPHA),
  };
}

const uint24 = (view: DataView, at: number) =>
  view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;

async function orientationIn(source: ByteSource): Promise<Orientation> {
  const chunks = walkChunks(source, 12, source.byteSize, { max: CHUNKS_MAX });
  for await (const { type, start, end } of chunks) {
    if (type !== "EXIF" || end - start > EXIF_MAX_BYTES) continue;
    const exif = await readExactly(source, start, end - start);
    const skipped = textAt(exif, 0, 6) === "Exif\0\0" ? 6 : 0;
    return exifOrientation(
      new DataView(exif.buffer, exif.byteOffset + skipped, exif.byteLength - skipped),
    );
  }
  return 1;
}
