// Hand-written: `image-size` reads neither tiles nor color depth, which determine the decoder's
// memory.
import type { Box } from "../boxes";
import { type ByteSource, readExactly } from "../byte-source";
import { heifIndex } from "./heif";
import type { ImageHeader } from "./image-header";

/** Bytes per pixel that libaom stores about each decoded block of 4 × 4 pixels. */
const NOTES = 11;
/** Frames in memory: the frame with its border, and libheif's copy. */
const FRAMES = 2.1;
/** Number of tiles that libheif decodes at a time. */
const TILES_AT_ONCE = 4;
/** Copies of the file: the file itself and the part that is decoded. */
const FILES = 2;
const RGB = 3;

/** The displayed size of an AVIF. Its decoder holds 14 bytes per pixel, 17 in full color. */
export async function avifHeader(source: ByteSource): Promise<ImageHeader> {
  const { size, partPixels, configuration, codePoints, describes } = await heifIndex(source);
  const pixels = size.width * size.height;
  const { bytesPerPixel, deep } = await samplesIn(source, configuration);
  const decoding = Math.min(Math.max(pixels, partPixels), partPixels * TILES_AT_ONCE);
  const canvas = partPixels < pixels ? pixels * (bytesPerPixel + RGB) : 0;
  return {
    ...size,
    heldBytes: Math.ceil(
      decoding * (NOTES + FRAMES * bytesPerPixel) + canvas + FILES * source.byteSize,
    ),
    transparent: describes("auxC"),
    ...(codePoints && deep ? { deepColors: true } : {}),
  };
}

/** Sample bytes of a pixel and their depth, from the third byte of `av1C`; else the maximum. */
async function samplesIn(source: ByteSource, configuration: Box | undefined) {
  if (configuration === undefined) return { bytesPerPixel: 6, deep: true };
  const flags = (await readExactly(source, configuration.start + 2, 1)).getUint8(0);
  const has = (bit: number) => ((flags >> bit) & 1) === 1;
  const [deep, monochrome, halvedAcross, halvedDown] = [has(6), has(4), has(3), has(2)];
  const chroma = monochrome ? 0 : 2 / ((halvedAcross ? 2 : 1) * (halvedDown ? 2 : 1));
  return { bytesPerPixel: (1 + chroma) * (deep ? 2 : 1), deep };
}
