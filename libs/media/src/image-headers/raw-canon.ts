// Hand-written: no suitable library follows the tracks of a CR3 to its picture.
import { type Box, boxesIn, boxWithin } from "../boxes";
import { BrokenFile, type ByteSource, readExactly } from "../byte-source";
import { exifOrientation } from "../orientation";
import { largestJpeg, type Place, type RawHeader } from "./embedded-jpeg";

/** Number of bytes of the identifier at the start of a box of Canon. */
const UUID_BYTES = 16;
const CAMERA = "CMT1";
const EXIF_MAX_BYTES = 64 * 1024;
/** The offset of the size in the description of a track. */
const SIZE_AT = 24;

/** The JPEG of a CR3. Throws `Unsupported` without one, as in HDR mode, which uses HEVC. */
export async function rawOfCanon(source: ByteSource): Promise<RawHeader> {
  const index = await boxWithin(source, { start: 0, end: source.byteSize }, "moov");
  if (index === undefined) throw new BrokenFile("The RAW file has no index");
  const boxes = await boxesIn(source, index.start, index.end);
  const places: Place[] = [];
  let sensorLongSide = 0;
  for (const { type, ...track } of boxes) {
    const table = type === "trak" ? await tableOf(source, track) : undefined;
    if (table === undefined) continue;
    sensorLongSide = Math.max(sensorLongSide, await longSideIn(source, table));
    const place = await firstSample(source, table);
    if (place !== undefined) places.push(place);
  }
  return largestJpeg(source, places, {
    orientation: await orientationIn(source, boxes),
    sensorLongSide,
  });
}

type Range = Omit<Box, "type">;

async function tableOf(source: ByteSource, track: Range): Promise<Range | undefined> {
  let found: Range | undefined = track;
  for (const type of ["mdia", "minf", "stbl"]) {
    found = found && (await boxWithin(source, found, type));
  }
  return found;
}

/** The longer side of the sensor data in a track. 0 for a track without sensor data. */
async function longSideIn(source: ByteSource, table: Range): Promise<number> {
  const descriptions = await boxWithin(source, table, "stsd");
  if (descriptions === undefined) return 0;
  const first = { start: descriptions.start + 8, end: descriptions.end };
  const raw = await boxWithin(source, first, "CRAW");
  if (raw === undefined) return 0;
  const size = await readExactly(source, raw.start + SIZE_AT, 4);
  return Math.max(size.getUint16(0), size.getUint16(2));
}

async function firstSample(source: ByteSource, table: Range): Promise<Place | undefined> {
  const sizes = await boxWithin(source, table, "stsz");
  if (sizes === undefined) return undefined;
  const known = (await readExactly(source, sizes.start + 4, 4)).getUint32(0);
  const length = known || (await readExactly(source, sizes.start + 12, 4)).getUint32(0);
  const long = await boxWithin(source, table, "co64");
  if (long !== undefined) {
    const start = (await readExactly(source, long.start + 8, 8)).getBigUint64(0);
    return { start: Number(start), length };
  }
  const short = await boxWithin(source, table, "stco");
  if (short === undefined) return undefined;
  return { start: (await readExactly(source, short.start + 8, 4)).getUint32(0), length };
}

async function orientationIn(source: ByteSource, boxes: readonly Box[]) {
  for (const { type, start, end } of boxes) {
    if (type !== "uuid") continue;
    const camera = await boxWithin(source, { start: start + UUID_BYTES, end }, CAMERA).catch(
      (error: unknown) => {
        // Boxes of other makers have other content.
        if (error instanceof BrokenFile) return undefined;
        throw error;
      },
    );
    if (camera === undefined) continue;
    const length = Math.min(camera.end - camera.start, EXIF_MAX_BYTES);
    return exifOrientation(await readExactly(source, camera.start, length));
  }
  return 1;
}
