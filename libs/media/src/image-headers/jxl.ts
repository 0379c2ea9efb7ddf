// Hand-written: `image-size` does not read a JPEG XL whose codestream is split over boxes.
import { walkBoxes } from "../boxes";
import { BrokenFile, type ByteSource, readExactly, viewOf } from "../byte-source";
import { asSeen } from "../orientation";
import type { Place } from "./embedded-jpeg";
import type { ImageHeader } from "./image-header";
import { ALPHA, BLACK, type Metadata, REQUIRED, readCodestream } from "./jxl-codestream";
import { type RefusedForms, refuseForms } from "./refused-forms";

const CODESTREAM = 0xff0a;
const HEADER_BYTES = 4_096;

/** Memory of ffmpeg itself, beyond that of the picture process. */
const DECODER = 15_000_000;
/** Bytes per pixel of libjxl and of the picture that it returns. */
const PLAIN = 12;
const GRAY = 18;
const RICH = 42;
const RICH_AND_DEEP = 70;
/** Copies of the file: the file itself, and its copy in the decoder. */
const FILES = 2;

/** Pictures that ffmpeg does not show, or shows in wrong colors. */
export const refusedJxls: RefusedForms<Metadata> = {
  forms: [
    { name: "A JPEG XL in CMYK", matches: ({ channels }) => channels.includes(BLACK) },
    {
      name: "A JPEG XL with an unknown channel",
      matches: ({ channels }) => channels.includes(REQUIRED),
    },
    {
      name: "A transparent JPEG XL in gray with more than 16 bits",
      matches: ({ gray, channels, samples: { bits, isFloat } }) =>
        gray && channels.includes(ALPHA) && (bits > 16 || (isFloat && bits > 8)),
    },
  ],
  advice: "save it in RGB with 8 or 16 bits",
};

/** The displayed size of a JPEG XL. Throws `Unsupported` for pixels that ffmpeg refuses. */
export async function jxlHeader(source: ByteSource): Promise<ImageHeader> {
  const { size, ...facts } = readCodestream(await codestreamStart(source));
  refuseForms(refusedJxls, facts);
  const held = size.width * size.height * bytesPerPixel(facts) + FILES * source.byteSize;
  return {
    ...asSeen(size, facts.orientation),
    heldBytes: Math.ceil(DECODER + held),
    transparent: facts.channels.length > 0,
  };
}

/** The bytes after the signature of the codestream, up to the maximum length of a header. */
async function codestreamStart(source: ByteSource): Promise<DataView> {
  const start = (await isBare(source))
    ? await source.read(0, HEADER_BYTES)
    : await startOfParts(source);
  const view = viewOf(start);
  if (view.byteLength < 3 || view.getUint16(0) !== CODESTREAM) {
    throw new BrokenFile("The JPEG XL has no picture");
  }
  return viewOf(start.subarray(2));
}

async function startOfParts(source: ByteSource): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let left = HEADER_BYTES;
  for await (const { start, length } of partsIn(source)) {
    parts.push(await source.read(start, Math.min(length, left)));
    left -= Math.min(length, left);
    if (left === 0) break;
  }
  return Buffer.concat(parts);
}

/** The parts of a codestream, in boxes or bare. Undefined if a box exceeds the file. */
export async function codestreamParts(source: ByteSource): Promise<readonly Place[] | undefined> {
  if (await isBare(source)) return [{ start: 0, length: source.byteSize }];
  const parts: Place[] = [];
  try {
    for await (const part of partsIn(source)) parts.push(part);
  } catch (error) {
    if (error instanceof BrokenFile) return undefined;
    throw error;
  }
  return parts;
}

async function* partsIn(source: ByteSource): AsyncIterable<Place> {
  for await (const { type, start, end } of walkBoxes(source, 0, source.byteSize)) {
    if (type !== "jxlc" && type !== "jxlp") continue;
    // A part begins with its number.
    const content = type === "jxlp" ? start + 4 : start;
    if (content < end) yield { start: content, length: end - content };
    if (type === "jxlc") return;
  }
}

const isBare = async (source: ByteSource): Promise<boolean> =>
  (await readExactly(source, 0, 2)).getUint16(0) === CODESTREAM;

function bytesPerPixel({ samples, channels, gray, hasProfile }: Metadata): number {
  const [isDeep, isRich] = [samples.bits > 8, channels.length > 0];
  if (isDeep && isRich) return RICH_AND_DEEP;
  if (isDeep || isRich) return RICH;
  return gray && !hasProfile ? GRAY : PLAIN;
}
