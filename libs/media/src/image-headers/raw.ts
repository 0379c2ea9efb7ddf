// Hand-written: `exifr` and `exif-reader` do not follow the directories of camera files, the tracks of
// a CR3 or the sections of an X3F to their pictures.

import { type Box, boxesIn, boxWithin } from "../boxes";
import { BrokenFile, type ByteSource, readExactly, textAt, viewOf } from "../byte-source";
import { exifOrientation, type Orientation, orientationOf } from "../orientation";
import { largestJpeg, type Place, type RawHeader } from "./embedded-jpeg";
import {
  COMPRESSION,
  type Directory,
  type Field,
  HEIGHT,
  ORIENTATION,
  PHOTOMETRIC,
  readDirectory,
  readTiffStart,
  WIDTH,
} from "./tiff-directory";

const STRIP_START = 0x0111;
const STRIP_LENGTH = 0x0117;
const SUB_DIRECTORIES = 0x014a;
const JPEG_START = 0x0201;
const JPEG_LENGTH = 0x0202;
const DNG_VERSION = 0xc612;
/** Panasonic stores its JPEG in a byte field. */
const JPEG_OF_PANASONIC = 0x002e;

/** Sensor pixels, before and after their color filter is resolved. */
const SENSOR_PHOTOMETRICS = [32_803, 34_892];
/** Compressions of Sony, Samsung, Nikon, Kodak and Pentax. */
const SENSOR_COMPRESSIONS = [32_767, 32_769, 32_770, 32_772, 32_867, 34_713, 65_000, 65_535];
const JPEG_COMPRESSIONS = [6, 7];

/** Markers after the header of Canon and Phase One. */
const MAKERS = ["CR", "IIII", "MMMM"];

const DIRECTORIES_MAX = 16;
/**
 * The full-size JPEG of a camera RAW file in TIFF form (DNG, NEF, CR2, ARW, PEF and others).
 * Undefined for other TIFFs. Throws `Unsupported` if the RAW file has none.
 */
export async function rawInTiff(source: ByteSource): Promise<RawHeader | undefined> {
  const directories = await directoriesIn(source);
  const head = await readExactly(source, 0, 12);
  const magic = textAt(head, 0, 4);
  const isRaw =
    MAKERS.some((maker) => textAt(head, 8, maker.length) === maker) ||
    !["II*\0", "MM\0*"].includes(magic) ||
    directories.some(
      (one) =>
        one.has(DNG_VERSION) ||
        SENSOR_PHOTOMETRICS.includes(one.get(PHOTOMETRIC)?.value ?? 0) ||
        SENSOR_COMPRESSIONS.includes(one.get(COMPRESSION)?.value ?? 0),
    );
  if (!isRaw) return undefined;
  const orientation = orientationOf(directories[0]?.get(ORIENTATION)?.value);
  const sides = directories.map((one) =>
    Math.max(one.get(WIDTH)?.value ?? 0, one.get(HEIGHT)?.value ?? 0),
  );
  const places = directories.flatMap(picturesIn);
  return largestJpeg(source, places, { orientation, sensorLongSide: Math.max(0, ...sides) });
}

/** The JPEG of a RAF, at the offset in its header. Throws `Unsupported` if it is too small. */
export async function rawOfFuji(source: ByteSource): Promise<RawHeader> {
  const header = await readExactly(source, 84, 8);
  const place = { start: header.getUint32(0), length: header.getUint32(4) };
  return largestJpeg(source, [place], {});
}

function picturesIn(directory: Directory): readonly Place[] {
  const value = (name: number) => directory.get(name)?.value ?? 0;
  const panasonic = directory.get(JPEG_OF_PANASONIC);
  const isStrip =
    JPEG_COMPRESSIONS.includes(value(COMPRESSION)) && directory.get(STRIP_START)?.count === 1;
  return [
    { start: value(JPEG_START), length: value(JPEG_LENGTH) },
    ...(isStrip ? [{ start: value(STRIP_START), length: value(STRIP_LENGTH) }] : []),
    ...(panasonic === undefined ? [] : [{ start: panasonic.at, length: panasonic.count }]),
  ].filter(({ start, length }) => start > 0 && length > 0);
}

async function directoriesIn(source: ByteSource): Promise<readonly Directory[]> {
  const { little, first } = await readTiffStart(source);
  const waiting = [first];
  const seen = new Set<number>();
  const directories: Directory[] = [];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    if (at === 0 || seen.has(at)) continue;
    if (directories.length === DIRECTORIES_MAX) break;
    seen.add(at);
    const found = await readDirectory(source, at, little);
    if (found === undefined) continue;
    const { directory, end } = found;
    directories.push(directory);
    if (end + 4 <= source.byteSize) {
      waiting.push((await readExactly(source, end, 4)).getUint32(0, little));
    }
    const below = directory.get(SUB_DIRECTORIES);
    if (below !== undefined) waiting.push(...(await placesBelow(source, below, little)));
  }
  return directories;
}

async function placesBelow(source: ByteSource, { value, count, at }: Field, little: boolean) {
  if (count === 1) return [value];
  const wanted = Math.min(count, DIRECTORIES_MAX);
  const view = viewOf(await source.read(at, wanted * 4));
  return Array.from({ length: Math.floor(view.byteLength / 4) }, (_, n) =>
    view.getUint32(n * 4, little),
  );
}

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
