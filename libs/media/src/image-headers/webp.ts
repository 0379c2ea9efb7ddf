import { BrokenFile, type ByteSource, readExactly, textAt } from "../byte-source";
import { asSeen, exifOrientation, type ImageSize, type Orientation } from "../orientation";

const HAS_EXIF = 0x08;
const CHUNKS_MAX = 2_000;
const EXIF_MAX_BYTES = 1024 * 1024;

/** The size of a WebP as it is seen, from its first chunk and, where the header says so, its Exif. */
export async function webpSize(source: ByteSource): Promise<ImageSize> {
  const head = await readExactly(source, 12, 18);
  const chunk = textAt(head, 0, 4);
  if (chunk === "VP8 ") {
    return { width: head.getUint16(14, true) & 0x3fff, height: head.getUint16(16, true) & 0x3fff };
  }
  if (chunk === "VP8L") {
    const bits = head.getUint32(9, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (chunk !== "VP8X") throw new BrokenFile("The WebP does not begin with pixels");
  const size = { width: uint24(head, 12) + 1, height: uint24(head, 15) + 1 };
  return (head.getUint8(8) & HAS_EXIF) === 0 ? size : asSeen(size, await orientationIn(source));
}

const uint24 = (view: DataView, at: number) =>
  view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;

async function orientationIn(source: ByteSource): Promise<Orientation> {
  let at = 12;
  for (let chunk = 0; chunk < CHUNKS_MAX && at + 8 <= source.byteSize; chunk += 1) {
    const head = await readExactly(source, at, 8);
    const length = head.getUint32(4, true);
    if (textAt(head, 0, 4) === "EXIF" && length <= EXIF_MAX_BYTES) {
      const exif = await readExactly(source, at + 8, length);
      const skipped = textAt(exif, 0, 6) === "Exif\0\0" ? 6 : 0;
      return exifOrientation(
        new DataView(exif.buffer, exif.byteOffset + skipped, exif.byteLength - skipped),
      );
    }
    at += 8 + length + (length % 2);
  }
  return 1;
}
