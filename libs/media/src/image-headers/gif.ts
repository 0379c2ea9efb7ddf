// Hand-written: only three numbers are needed, and no library computes the decoder's memory.
import { type ByteSource, readExactly } from "../byte-source";
import type { ImageHeader } from "./image-header";

/** The canvas in RGBA, and the copy of it that some frames require. */
const BYTES_PER_PIXEL = 8;

/** The size of a GIF's canvas. */
export async function gifHeader(source: ByteSource): Promise<ImageHeader> {
  const screen = await readExactly(source, 6, 7);
  const [width, height] = [screen.getUint16(0, true), screen.getUint16(2, true)];
  const heldBytes = width * height * BYTES_PER_PIXEL + source.byteSize;
  return { width, height, heldBytes, transparent: true };
}
