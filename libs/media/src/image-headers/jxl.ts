// Hand-written: `image-size` reads no parts of a JPEG XL in boxes.
import { walkBoxes } from "../boxes";
import { BrokenFile, type ByteSource, readExactly, viewOf } from "../byte-source";
import { asSeen } from "../orientation";
import type { ImageHeader } from "./image-header";
import { type Metadata, readCodestream } from "./jxl-codestream";

const CODESTREAM = 0xff0a;
const HEADER_BYTES = 4_096;

/** ffmpeg itself, beyond the memory of a picture process. */
const DECODER = 15_000_000;
/** Bytes a pixel that libjxl and the picture that is passed on hold. */
const PLAIN = 12;
const GRAY = 18;
const RICH = 42;
const RICH_AND_DEEP = 70;
/** The file, and its copy in the decoder. */
const FILES = 2;

/** The displayed size of a JPEG XL: a bare codestream, or one in boxes, possibly in parts. */
export async function jxlHeader(source: ByteSource): Promise<ImageHeader> {
  const { size, orientation, ...facts } = readCodestream(await codestreamStart(source));
  const held = size.width * size.height * bytesPerPixel(facts) + FILES * source.byteSize;
  return {
    ...asSeen(size, orientation),
    heldBytes: Math.ceil(DECODER + held),
    transparent: facts.channels > 0,
  };
}

/** The bytes behind the signature of the codestream, as many as a header has at most. */
async function codestreamStart(source: ByteSource): Promise<DataView> {
  const isBare = (await readExactly(source, 0, 2)).getUint16(0) === CODESTREAM;
  const start = isBare ? await source.read(0, HEADER_BYTES) : await joinedParts(source);
  const view = viewOf(start);
  if (view.byteLength < 3 || view.getUint16(0) !== CODESTREAM) {
    throw new BrokenFile("The JPEG XL has no picture");
  }
  return viewOf(start.subarray(2));
}

async function joinedParts(source: ByteSource): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const { type, start, end } of walkBoxes(source, 0, source.byteSize)) {
    if (type !== "jxlc" && type !== "jxlp") continue;
    // A part begins with its number.
    const content = type === "jxlp" ? start + 4 : start;
    const wanted = Math.max(0, Math.min(end - content, HEADER_BYTES - length));
    parts.push(await source.read(content, wanted));
    length += wanted;
    if (type === "jxlc" || length === HEADER_BYTES) break;
  }
  return Buffer.concat(parts);
}

function bytesPerPixel({ deep, channels, gray }: Omit<Metadata, "orientation">): number {
  if (deep && channels > 0) return RICH_AND_DEEP;
  if (deep || channels > 0) return RICH;
  return gray ? GRAY : PLAIN;
}
