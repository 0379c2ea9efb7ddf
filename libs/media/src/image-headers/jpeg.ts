import { BrokenFile, type ByteSource, readExactly, textAt } from "../byte-source";
import { asSeen, exifOrientation, type ImageSize, type Orientation } from "../orientation";

const START_OF_SCAN = 0xda;
/** Start-of-frame markers, all but those three in their range that are something else. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
const SEGMENTS_MAX = 2_000;

/** The size of a JPEG as it is seen, from its frame header and Exif orientation. */
export async function jpegSize(source: ByteSource): Promise<ImageSize> {
  let orientation: Orientation = 1;
  let at = 2;
  for (let segment = 0; segment < SEGMENTS_MAX; segment += 1) {
    const head = await readExactly(source, at, 2);
    if (head.getUint8(0) !== 0xff) throw new BrokenFile("A JPEG segment does not begin with FF");
    const marker = head.getUint8(1);
    if (marker === 0xff) {
      at += 1; // fill byte
      continue;
    }
    if (standsAlone(marker)) {
      at += 2;
      continue;
    }
    const length = (await readExactly(source, at + 2, 2)).getUint16(0);
    if (length < 2) throw new BrokenFile("A JPEG segment is shorter than its own length");
    if (isFrame(marker)) {
      const frame = await readExactly(source, at + 4, 5);
      return asSeen({ height: frame.getUint16(1), width: frame.getUint16(3) }, orientation);
    }
    if (marker === START_OF_SCAN) break;
    if (marker === 0xe1 && orientation === 1) {
      const app1 = await readExactly(source, at + 4, length - 2);
      if (textAt(app1, 0, 6) === "Exif\0\0") {
        orientation = exifOrientation(
          new DataView(app1.buffer, app1.byteOffset + 6, app1.byteLength - 6),
        );
      }
    }
    at += 2 + length;
  }
  throw new BrokenFile("The JPEG has no frame header");
}
