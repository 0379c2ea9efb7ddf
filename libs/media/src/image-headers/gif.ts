import { type ByteSource, readExactly } from "../byte-source";
import type { ImageSize } from "../orientation";

/** The size of a GIF's canvas. */
export async function gifSize(source: ByteSource): Promise<ImageSize> {
  const screen = await readExactly(source, 6, 7);
  return { width: screen.getUint16(0, true), height: screen.getUint16(2, true) };
}
