import type { ByteSource } from "../byte-source";
import { heifIndex } from "./heif";
import type { ImageHeader } from "./image-header";

/** The decoder itself, a program of its own. */
const DECODER = 80_000_000;
/** Bytes a pixel of the part that is decoded: its frame, and the same in RGB. */
const DECODED = 6;
/** The shrunk copy: at most so many pixels on a side, below that the picture as it is. */
const COPY_MAX_PIXELS = 4_096 ** 2;
const RGB = 3;
/** Read from the disk, and handed to the decoder. */
const FILES = 2;

/** The size of a HEIC as it is seen; it is decoded tile by tile, and shrunk on the way. */
export async function heicHeader(source: ByteSource): Promise<ImageHeader> {
  const { size, partPixels, describes } = await heifIndex(source);
  const pixels = size.width * size.height;
  // A cropped picture is decoded as a whole.
  const decoded = describes("clap") ? pixels : partPixels;
  return {
    ...size,
    heldBytes:
      DECODER +
      decoded * DECODED +
      Math.min(pixels, COPY_MAX_PIXELS) * RGB +
      FILES * source.byteSize,
    transparent: false,
  };
}
