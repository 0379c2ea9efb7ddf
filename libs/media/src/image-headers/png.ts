// Hand-written: `image-size` ignores Exif, interlacing and transparency of a PNG.
import { BrokenFile, type ByteSource, readExactly, textAt } from "../byte-source";
import { Unsupported } from "../codecs";
import { asSeen, exifOrientation, type Orientation } from "../orientation";
import { flowing, type ImageHeader, rowsBytes } from "./image-header";

const CHUNKS_MAX = 1_000;
const EXIF_MAX_BYTES = 1024 * 1024;

/** Channels of the decoded picture by color type. A palette (3) is expanded. */
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 };
const withAlpha = (colorType: number) => colorType === 4 || colorType === 6;

/** What Xcode writes for apps. Only its own tools can open it. */
export const refusedPng = { name: "A PNG of an iOS app", advice: "save it as PNG" } as const;

/** Reads the displayed size of a PNG. An `eXIf` chunk before the pixels may rotate it. */
export async function pngHeader(source: ByteSource): Promise<ImageHeader> {
  const header = await readExactly(source, 8, 21);
  if (textAt(header, 4, 4) === "CgBI") throw new Unsupported(refusedPng.name, refusedPng.advice);
  if (textAt(header, 4, 4) !== "IHDR") throw new BrokenFile("The PNG does not begin with IHDR");
  const size = { width: header.getUint32(8), height: header.getUint32(12) };
  const [depth, colorType] = [header.getUint8(16), header.getUint8(17)];
  const interlaced = header.getUint8(20) !== 0;

  const { orientation, keyed, converted } = await beforePixels(source);
  const channels = (channelsOf[colorType] ?? 4) + (keyed ? 1 : 0);
  const bytesPerPixel = channels * (depth === 16 ? 2 : 1);
  const transparent = withAlpha(colorType) || keyed;
  const whole = interlaced ? size.width * size.height * bytesPerPixel : 0;
  return {
    ...asSeen(size, orientation),
    heldBytes: whole + rowsBytes(size, flowing(bytesPerPixel, transparent)),
    transparent,
    ...(converted && depth === 16 ? { deepColors: true } : {}),
  };
}

/** The chunks about colors that the service converts itself. */
const CONVERTED = ["cICP", "gAMA", "cHRM"];

/**
 * The orientation, whether `tRNS` makes a color transparent, and whether the service may convert
 * the colors.
 */
async function beforePixels(source: ByteSource) {
  let orientation: Orientation = 1;
  let keyed = false;
  let converted = false;
  for await (const { type, start, length } of pngChunks(source)) {
    if (type === "tRNS") keyed = true;
    if (CONVERTED.includes(type)) converted = true;
    if (type === "eXIf" && length <= EXIF_MAX_BYTES) {
      orientation = exifOrientation(await readExactly(source, start, length));
    }
  }
  return { orientation, keyed, converted };
}

interface Chunk {
  readonly type: string;
  readonly start: number;
  readonly length: number;
}

/** Iterates over the chunks between the header and the pixels. */
export async function* pngChunks(source: ByteSource): AsyncIterable<Chunk> {
  let at = 33;
  for (let chunk = 0; chunk < CHUNKS_MAX; chunk += 1) {
    const head = await readExactly(source, at, 8);
    const length = head.getUint32(0);
    const type = textAt(head, 4, 4);
    if (type === "IDAT" || type === "IEND") return;
    yield { type, start: at + 8, length };
    at += 12 + length;
  }
  throw new BrokenFile("The PNG has no pixels");
}
