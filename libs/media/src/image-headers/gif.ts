// Hand-written: only a few numbers are needed, and no library computes the decoder's memory.
import { type ByteSource, readExactly } from "../byte-source";
import type { ImageHeader } from "./image-header";

/** The canvas in RGBA with the rows that are scaled (measured), and the copy of it that some frames require. */
const CANVAS = 4.5;
const COPY = 4;

const SCREEN_BYTES = 13;
const BEGINNING_BYTES = 8 * 1024;
const [EXTENSION, GRAPHIC_CONTROL, IMAGE] = [0x21, 0xf9, 0x2c];
/** Disposals of a frame before which the canvas is copied. Encoders write 4 for 3. */
const restoring: ReadonlySet<number> = new Set([3, 4]);

/** The size of a GIF's canvas. Only its first frame is decoded. */
export async function gifHeader(source: ByteSource): Promise<ImageHeader> {
  const screen = await readExactly(source, 6, 7);
  const [width, height] = [screen.getUint16(0, true), screen.getUint16(2, true)];
  const length = Math.min(source.byteSize, SCREEN_BYTES + BEGINNING_BYTES);
  const copies = mayRestore(await readExactly(source, 0, length));
  const bytesPerPixel = CANVAS + (copies ? COPY : 0);
  const heldBytes = Math.ceil(width * height * bytesPerPixel) + source.byteSize;
  return { width, height, heldBytes, transparent: true };
}

/** Whether the first frame restores the canvas, or is too far behind to tell. */
function mayRestore(beginning: DataView): boolean {
  const byteAt = (at: number) => (at < beginning.byteLength ? beginning.getUint8(at) : undefined);
  const flags = byteAt(10) ?? 0;
  let at = SCREEN_BYTES + ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  let isRestoring = false;
  while (byteAt(at) === EXTENSION) {
    if (byteAt(at + 1) === GRAPHIC_CONTROL) {
      isRestoring = restoring.has(((byteAt(at + 3) ?? 0) >> 2) & 7);
    }
    at += 2;
    for (let size = byteAt(at); size !== undefined && size > 0; size = byteAt(at)) at += size + 1;
    at += 1;
  }
  return isRestoring || byteAt(at) !== IMAGE;
}
