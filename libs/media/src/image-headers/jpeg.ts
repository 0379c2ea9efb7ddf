// Hand-written: `image-size` does not report progressive files and scans, which determine the
// memory.
import { BrokenFile, type ByteSource, readExactly, textAt } from "../byte-source";
import { asSeen, exifOrientation, type ImageSize, type Orientation } from "../orientation";
import { type ImageHeader, rowsBytes } from "./image-header";
import { type RefusedForms, refuseForms } from "./refused-forms";

const APP1 = 0xe1;
const START_OF_SCAN = 0xda;
const JPEG_LS = 0xf7;
/** Whether a marker is a start of frame. Three markers in the range have another meaning. */
const isFrame = (marker: number) =>
  marker === JPEG_LS || (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker));
const isProgressive = (marker: number) => [0xc2, 0xc6, 0xca, 0xce].includes(marker);
const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
const SEGMENTS_MAX = 2_000;
const COEFFICIENT_BYTES = 2;
/** Full color needs a fifth more (measured). */
const FULL_COLOR_BYTES = 2.4;

/** The encodings of sensor data. Browsers do not show them. */
const LOSSLESS = [0xc3, 0xc7, 0xcb, 0xcf, JPEG_LS];
const HIERARCHICAL = [0xc5, 0xc6, 0xcd, 0xce];

interface Frame {
  readonly marker: number;
  readonly depth: number;
  readonly size: ImageSize;
  readonly progressive: boolean;
  readonly components: number;
  /** Samples per pixel: 3 in full color, 1.5 with chroma halved in both directions. */
  readonly samplesPerPixel: number;
}

/**
 * The displayed size of a JPEG. If it has several scans, the decoder holds all coefficients until
 * the last.
 */
export async function jpegHeader(source: ByteSource): Promise<ImageHeader> {
  const { size, orientation, heldBytes, shrinks, ...frame } = await readJpeg(source);
  refuseForms(refusedJpegs, frame);
  const header = { ...asSeen(size, orientation), heldBytes, transparent: false };
  return shrinks ? { ...header, shrinks } : header;
}

/** The kinds of JPEG that browsers do not show. */
export const refusedJpegs: RefusedForms<Pick<Frame, "marker" | "depth">> = {
  forms: [
    { name: "JPEG-LS", matches: ({ marker }) => marker === JPEG_LS },
    { name: "A lossless JPEG", matches: ({ marker }) => LOSSLESS.includes(marker) },
    { name: "A hierarchical JPEG", matches: ({ marker }) => HIERARCHICAL.includes(marker) },
    {
      name: "A JPEG of {bits} bits",
      matches: ({ depth }) => depth !== 8,
      values: ({ depth }) => ({ bits: depth }),
    },
  ],
  advice: "save it as baseline JPEG",
};

/** Reads a JPEG up to its first scan. Throws `BrokenFile` if it has none. */
export async function readJpeg(source: ByteSource) {
  let orientation: Orientation = 1;
  let frame: Frame | undefined;
  for await (const { marker, start, length } of segments(source)) {
    if (marker === APP1 && orientation === 1) {
      orientation = orientationIn(await readExactly(source, start, length));
    }
    if (isFrame(marker)) {
      frame = frameIn(marker, await readExactly(source, start, length));
    }
    if (marker === START_OF_SCAN && frame !== undefined) {
      const inScan = (await readExactly(source, start, 1)).getUint8(0);
      const { size, components, progressive, samplesPerPixel } = frame;
      const whole = progressive || inScan < components;
      const bytes = samplesPerPixel < 3 ? COEFFICIENT_BYTES : FULL_COLOR_BYTES;
      const coefficients = Math.ceil(size.width * size.height * samplesPerPixel * bytes);
      return {
        size,
        orientation,
        marker: frame.marker,
        depth: frame.depth,
        isLossless: LOSSLESS.includes(frame.marker),
        heldBytes: (whole ? coefficients : 0) + rowsBytes(size, components) + source.byteSize,
        shrinks: whole ? undefined : (true as const),
      };
    }
  }
  throw new BrokenFile("The JPEG has no frame header");
}

/** The segments up to the first scan. Stray bytes between them are skipped, as by decoders. */
async function* segments(source: ByteSource) {
  let at = 2;
  for (let segment = 0; segment < SEGMENTS_MAX; segment += 1) {
    at = await nextMarker(source, at);
    const marker = (await readExactly(source, at + 1, 1)).getUint8(0);
    if (standsAlone(marker)) {
      at += 2;
      continue;
    }
    const length = (await readExactly(source, at + 2, 2)).getUint16(0);
    if (length < 2) throw new BrokenFile("A JPEG segment is shorter than its own length");
    yield { marker, start: at + 4, length: length - 2 };
    if (marker === START_OF_SCAN) return;
    at += 2 + length;
  }
}

/** Maximum number of stray bytes between two segments. */
const STRAY_MAX_BYTES = 64 * 1024;

/** The offset of the next marker: FF and a byte that is neither padding nor of a scan. */
async function nextMarker(source: ByteSource, start: number): Promise<number> {
  const near = await source.read(start, 2);
  const found = markerIn(near) ?? markerIn(await source.read(start, STRAY_MAX_BYTES));
  if (found === undefined) throw new BrokenFile("The JPEG has no further segment");
  return start + found;
}

function markerIn(bytes: Uint8Array): number | undefined {
  for (let at = 0; at + 1 < bytes.length; at += 1) {
    if (bytes[at] === 0xff && bytes[at + 1] !== 0xff && bytes[at + 1] !== 0) return at;
  }
  return undefined;
}

function orientationIn(app1: DataView): Orientation {
  if (textAt(app1, 0, 6) !== "Exif\0\0") return 1;
  return exifOrientation(new DataView(app1.buffer, app1.byteOffset + 6, app1.byteLength - 6));
}

function frameIn(marker: number, content: DataView): Frame {
  const components = content.byteLength < 6 ? 0 : content.getUint8(5);
  if (content.byteLength < 6 + components * 3) {
    throw new BrokenFile("The frame header of the JPEG ends too early");
  }
  const factors = Array.from({ length: components }, (_, n) => content.getUint8(7 + n * 3));
  const across = factors.map((factor) => factor >> 4);
  const down = factors.map((factor) => factor & 15);
  const samples = factors.reduce((sum, factor) => sum + (factor >> 4) * (factor & 15), 0);
  return {
    marker,
    depth: content.getUint8(0),
    size: { height: content.getUint16(1), width: content.getUint16(3) },
    progressive: isProgressive(marker),
    components,
    samplesPerPixel: samples / Math.max(1, Math.max(...across) * Math.max(...down)),
  };
}
