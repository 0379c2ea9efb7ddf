// Hand-written: `image-size` ignores rotation, tiles and crops of a HEIC.
import type { Box } from "../boxes";
import { type ByteSource, readExactly } from "../byte-source";
import { heifIndex } from "./heif";
import type { ImageHeader } from "./image-header";

/** Memory of the decoder itself, which is WebAssembly. */
const DECODER = 80_000_000;
/** Bytes per pixel of the decoded part: its frame, and the same in RGB. */
const DECODED = 6;
const DECODED_WITH_ALPHA = 9;
/** A part with samples of 16 bits. */
const DEEP = 2;
/** The place of the bits per sample in the decoder's configuration, and how many more than 8. */
const DEPTH_AT = 17;
const moreBits = (depth: number) => depth & 7;
/** The longest side of the shrunk copy is at least this. It is shrunk by an integer factor. */
const COPY_LONG_SIDE = 2_048;
/** Bytes per pixel of the copy and of the result. A shrunk copy also needs sums. */
const COPIED = 6;
const SUMMED = 12;
/** Copies of the file: read from the disk, and copied into the decoder. */
const FILES = 2;

/** Reads the displayed size of a HEIC. It is decoded tile by tile and shrunk during decoding. */
export async function heicHeader(source: ByteSource): Promise<ImageHeader> {
  const { size, partPixels, codedPixels, hasAlpha, describes, ...index } = await heifIndex(source);
  const deep = index.codePoints && (await bitsAbove8(source, index.configuration)) > 0;
  const pixels = size.width * size.height;
  const shrunk = Math.max(1, Math.floor(Math.max(size.width, size.height) / COPY_LONG_SIDE));
  // A transparent picture is not shrunk while it is decoded.
  const factor = hasAlpha ? 1 : shrunk;
  // A cropped or transparent picture is decoded completely.
  const decoded = describes("clap") || hasAlpha ? Math.max(codedPixels, partPixels) : partPixels;
  return {
    ...size,
    heldBytes: Math.ceil(
      DECODER +
        decoded * (hasAlpha ? DECODED_WITH_ALPHA : DECODED) * (deep ? DEEP : 1) +
        (pixels / factor ** 2) * (factor === 1 ? COPIED : SUMMED) +
        FILES * source.byteSize,
    ),
    transparent: hasAlpha,
    ...(deep ? { deepColors: true } : {}),
  };
}

/** By how many bits its samples are longer than bytes. */
async function bitsAbove8(source: ByteSource, configuration: Box | undefined): Promise<number> {
  if (configuration === undefined) return 0;
  return moreBits((await readExactly(source, configuration.start + DEPTH_AT, 1)).getUint8(0));
}
