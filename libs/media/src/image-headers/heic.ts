import type { ByteSource } from "../byte-source";
import { heifIndex } from "./heif";
import type { ImageHeader } from "./image-header";

/** The decoder itself, a program of its own. */
const DECODER = 80_000_000;
/** Bytes a pixel of the part that is decoded: its frame, and the same in RGB. */
const DECODED = 6;
/** It is shrunk on the way by a whole factor, to no less than this on its long side. */
const COPY_LONG_SIDE = 2_048;
/** Bytes a pixel of the copy: as it is put together and as it is handed on; shrunk, its sums too. */
const COPIED = 6;
const SUMMED = 12;
/** Read from the disk, and handed to the decoder. */
const FILES = 2;

/** The size of a HEIC as it is seen; it is decoded tile by tile, and shrunk on the way. */
export async function heicHeader(source: ByteSource): Promise<ImageHeader> {
  const { size, partPixels, describes } = await heifIndex(source);
  const pixels = size.width * size.height;
  const factor = Math.max(1, Math.floor(Math.max(size.width, size.height) / COPY_LONG_SIDE));
  // A cropped picture is decoded as a whole.
  const decoded = describes("clap") ? pixels : partPixels;
  return {
    ...size,
    heldBytes: Math.ceil(
      DECODER +
        decoded * DECODED +
        (pixels / factor ** 2) * (factor === 1 ? COPIED : SUMMED) +
        FILES * source.byteSize,
    ),
    transparent: false,
  };
}
