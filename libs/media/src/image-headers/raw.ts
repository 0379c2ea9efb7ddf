// Hand-written: `exifr` and `exif-reader` do not follow the directories of camera files to their
// pictures.
import { type ByteSource, readExactly, textAt, viewOf } from "../byte-source";
import { orientationOf } from "../orientation";
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
/** The JPEG of a camera RAW file in TIFF form; undefined for other TIFFs. */
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
