import { BrokenFile, type ByteSource, readExactly, textAt } from "../byte-source";
import { asSeen, exifOrientation, type ImageSize } from "../orientation";

const CHUNKS_MAX = 1_000;
const EXIF_MAX_BYTES = 1024 * 1024;

/** The size of a PNG as it is seen; an `eXIf` chunk before the pixels may turn it. */
export async function pngSize(source: ByteSource): Promise<ImageSize> {
  const header = await readExactly(source, 8, 16);
  if (textAt(header, 4, 4) !== "IHDR") throw new BrokenFile("The PNG does not begin with IHDR");
  const size = { width: header.getUint32(8), height: header.getUint32(12) };

  let at = 33;
  for (let chunk = 0; chunk < CHUNKS_MAX; chunk += 1) {
    const head = await readExactly(source, at, 8);
    const length = head.getUint32(0);
    const type = textAt(head, 4, 4);
    if (type === "IDAT" || type === "IEND") return size;
    if (type === "eXIf" && length <= EXIF_MAX_BYTES) {
      return asSeen(size, exifOrientation(await readExactly(source, at + 8, length)));
    }
    at += 12 + length;
  }
  throw new BrokenFile("The PNG has no pixels");
}
