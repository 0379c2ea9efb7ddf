// Hand-written: no suitable library reads the sections of an X3F.
import { BrokenFile, type ByteSource, readExactly, textAt } from "../byte-source";
import type { Orientation } from "../orientation";
import { largestJpeg, type Place, type RawHeader } from "./embedded-jpeg";

const SECTIONS_MAX = 64;
const ENTRY_BYTES = 12;
const IMAGE_HEADER_BYTES = 28;
const JPEG_FORMAT = 18;
/** Files of later versions have the rotation only in their JPEG. */
const ROTATION_UNTIL = 4;
const ROTATION_AT = 36;

const orientations: Readonly<Record<number, Orientation>> = { 90: 6, 180: 3, 270: 8 };

/** The JPEG of an X3F. Throws `Unsupported` if it is smaller than the sensor. */
export async function rawOfSigma(source: ByteSource): Promise<RawHeader> {
  const header = await readExactly(source, 0, ROTATION_AT + 4);
  const orientation =
    header.getUint16(6, true) < ROTATION_UNTIL
      ? (orientations[header.getUint32(ROTATION_AT, true)] ?? 1)
      : undefined;
  const places: Place[] = [];
  let sensorLongSide = 0;
  for (const { start, length } of await imagesIn(source)) {
    const image = await readExactly(source, start, IMAGE_HEADER_BYTES);
    if (textAt(image, 0, 4) !== "SECi") continue;
    const [format, columns, rows] = [12, 16, 20].map((at) => image.getUint32(at, true));
    sensorLongSide = Math.max(sensorLongSide, columns ?? 0, rows ?? 0);
    if (format !== JPEG_FORMAT) continue;
    places.push({ start: start + IMAGE_HEADER_BYTES, length: length - IMAGE_HEADER_BYTES });
  }
  return largestJpeg(source, places, {
    ...(orientation !== undefined && { orientation }),
    sensorLongSide,
  });
}

async function imagesIn(source: ByteSource): Promise<readonly Place[]> {
  const at = (await readExactly(source, source.byteSize - 4, 4)).getUint32(0, true);
  const directory = await readExactly(source, at, 12);
  if (textAt(directory, 0, 4) !== "SECd") throw new BrokenFile("The RAW file has no directory");
  const count = Math.min(directory.getUint32(8, true), SECTIONS_MAX);
  const entries = await readExactly(source, at + 12, count * ENTRY_BYTES);
  return Array.from({ length: count }, (_, n) => n * ENTRY_BYTES)
    .filter((entry) => ["IMAG", "IMA2"].includes(textAt(entries, entry + 8, 4)))
    .map((entry) => ({
      start: entries.getUint32(entry, true),
      length: entries.getUint32(entry + 4, true),
    }));
}
