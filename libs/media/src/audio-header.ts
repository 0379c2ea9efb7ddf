// Hand-written: `music-metadata` accepts a tag without sound, and reads whole tags into memory.
import {
  BrokenFile,
  type ByteSource,
  readExactly,
  textAt,
  viewOf,
  ZEROS_MAX_BYTES,
  zerosBefore,
} from "./byte-source";
import { walkChunks } from "./chunks";
import { requireSupported, Unsupported } from "./codecs";
import { SNIFF_BYTES } from "./first-bytes";
import { nameForeignFormat } from "./foreign-formats";
import { adtsFrameLength, mpegFrameLength } from "./mpeg-audio";
import { wavCodec } from "./wave-format";

/** How far after its tag the sound of an MP3 may begin. Players skip such bytes. */
const JUNK_MAX_BYTES = 256 * 1024;

/**
 * The format after the tags of an MP3-like file. Throws `Unsupported` for other formats, and
 * `BrokenFile` without sound.
 */
export async function readTaggedSound(source: ByteSource): Promise<"mp3" | "flac" | "aac"> {
  const start = await endOfTags(source);
  if (textAt(await readUpTo(source, start, 4), 0, 4) === "fLaC") {
    await checkFlacHeader(source, start);
    return "flac";
  }
  const foreign = nameForeignFormat(await source.read(start, SNIFF_BYTES));
  if (foreign !== undefined) throw new Unsupported(foreign.detail, foreign.advice);
  const view = await readUpTo(source, start, JUNK_MAX_BYTES);
  const behind = (frameLength: typeof mpegFrameLength) =>
    firstFrame(view, frameLength, source.byteSize - start);
  const [mp3, aac] = [behind(mpegFrameLength), behind(adtsFrameLength)];
  if (mp3 === undefined && aac === undefined) throw new BrokenFile("The file has no sound");
  return (aac ?? Number.POSITIVE_INFINITY) < (mp3 ?? Number.POSITIVE_INFINITY) ? "aac" : "mp3";
}

/**
 * The offset after leading zeros and all ID3 tags. Some programs write a second tag before the
 * first.
 */
async function endOfTags(source: ByteSource): Promise<number> {
  const TAGS_MAX = 8;
  let at = zerosBefore(await readUpTo(source, 0, ZEROS_MAX_BYTES));
  for (let tag = 0; tag < TAGS_MAX; tag += 1) {
    const head = await readUpTo(source, at, 10);
    if (head.byteLength < 10 || textAt(head, 0, 3) !== "ID3") return at;
    at += 10 + syncSafe(head, 6);
  }
  return at;
}

/** The offset of the first frame that is followed by another frame or by the end of the file. */
function firstFrame(
  view: DataView,
  frameLength: typeof mpegFrameLength,
  end: number,
): number | undefined {
  for (let at = 0; at + 4 <= view.byteLength; at += 1) {
    const length = frameLength(view, at);
    if (length === undefined) continue;
    const next = at + length;
    if (next >= end || frameLength(view, next) !== undefined) return at;
  }
  return undefined;
}

const readUpTo = async (source: ByteSource, start: number, length: number): Promise<DataView> =>
  viewOf(await source.read(start, length));

const syncSafe = (view: DataView, at: number) =>
  [0, 1, 2, 3].reduce((sum, index) => sum * 128 + (view.getUint8(at + index) & 0x7f), 0);

/** Throws `BrokenFile` unless a FLAC with a stream and a sample rate begins at `start`. */
export async function checkFlacHeader(source: ByteSource, start = 0): Promise<void> {
  const head = await readExactly(source, start + 4, 18);
  const isStreamInfo = (head.getUint8(0) & 0x7f) === 0;
  const hertz = head.getUint32(14) >>> 12;
  if (!isStreamInfo || hertz === 0) throw new BrokenFile("The FLAC has no stream");
}

/** Throws `BrokenFile` unless a WAV has format and sound, and `Unsupported` for other codecs. */
export async function checkWavHeader(source: ByteSource): Promise<void> {
  let formatSeen = false;
  for await (const { type, start, end } of walkChunks(source, 12, source.byteSize)) {
    if (type === "fmt ") {
      const format = await readExactly(source, start, 16);
      formatSeen = format.getUint16(2, true) > 0 && format.getUint32(4, true) > 0;
      requireSupported([{ kind: "audio", codec: await wavCodec(source, { start, end }) }]);
    }
    if (type === "data" && formatSeen) return;
  }
  throw new BrokenFile("The WAV has no sound");
}

/** Throws `BrokenFile` unless an Ogg file continues after its first page. */
export async function checkOggHeader(source: ByteSource): Promise<void> {
  const head = await readExactly(source, 0, 27);
  const segments = head.getUint8(26);
  const table = await readExactly(source, 27, segments);
  let length = 0;
  for (let at = 0; at < segments; at += 1) length += table.getUint8(at);
  const next = await readExactly(source, 27 + segments + length, 4);
  if (textAt(next, 0, 4) !== "OggS") throw new BrokenFile("The Ogg file has no sound");
}

/** Throws `BrokenFile` unless an AIFF has format and sound, `Unsupported` for other codecs. */
export async function checkAiffHeader(source: ByteSource): Promise<void> {
  const isCompressible = textAt(await readExactly(source, 8, 4), 0, 4) === "AIFC";
  let formatSeen = false;
  let soundSeen = false;
  const chunks = walkChunks(source, 12, source.byteSize, { bigEndian: true });
  for await (const { type, start, end } of chunks) {
    if (type === "COMM") {
      const format = await readExactly(source, start, 8);
      formatSeen = format.getUint16(0) > 0 && format.getUint32(2) > 0;
      const compressed = isCompressible && end - start >= 22;
      const id = compressed && textAt(await readExactly(source, start + 18, 4), 0, 4);
      if (id) requireSupported([{ kind: "audio", codec: { of: "fourcc", id } }]);
    }
    soundSeen ||= type === "SSND";
    if (formatSeen && soundSeen) return;
  }
  throw new BrokenFile("The AIFF has no sound");
}
