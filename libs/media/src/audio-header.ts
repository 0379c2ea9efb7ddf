// Hand-written: `music-metadata` takes a tag without sound, and reads whole tags into memory.
import { BrokenFile, type ByteSource, readExactly, textAt, viewOf } from "./byte-source";
import { mpegFrameLength } from "./mpeg-audio";

/** How far behind its tag the sound of an MP3 may begin, as players skip junk. */
const JUNK_MAX_BYTES = 256 * 1024;

/** Throws `BrokenFile` unless sound frames follow the tags of an MP3. */
export async function checkMp3Header(source: ByteSource): Promise<void> {
  const head = await readExactly(source, 0, 10);
  const tagged = textAt(head, 0, 3) === "ID3";
  const start = tagged ? 10 + syncSafe(head, 6) : 0;
  const view = viewOf(await source.read(start, JUNK_MAX_BYTES));
  for (let at = 0; at + 4 <= view.byteLength; at += 1) {
    const length = mpegFrameLength(view, at);
    if (length === undefined) continue;
    const next = at + length;
    const last = start + next >= source.byteSize;
    if (last || mpegFrameLength(view, next) !== undefined) return;
  }
  throw new BrokenFile("The MP3 has no sound");
}

const syncSafe = (view: DataView, at: number) =>
  [0, 1, 2, 3].reduce((sum, index) => sum * 128 + (view.getUint8(at + index) & 0x7f), 0);

/** Throws `BrokenFile` unless a FLAC begins with a stream that has a rate. */
export async function checkFlacHeader(source: ByteSource): Promise<void> {
  const head = await readExactly(source, 4, 18);
  const isStreamInfo = (head.getUint8(0) & 0x7f) === 0;
  const hertz = head.getUint32(14) >>> 12;
  if (!isStreamInfo || hertz === 0) throw new BrokenFile("The FLAC has no stream");
}

/** Throws `BrokenFile` unless a WAV has a format and sound. */
export async function checkWavHeader(source: ByteSource): Promise<void> {
  const CHUNKS_MAX = 1_000;
  let formatSeen = false;
  let at = 12;
  for (let chunk = 0; chunk < CHUNKS_MAX && at + 8 <= source.byteSize; chunk += 1) {
    const head = await readExactly(source, at, 8);
    const length = head.getUint32(4, true);
    if (textAt(head, 0, 4) === "fmt ") {
      const format = await readExactly(source, at + 8, 16);
      formatSeen = format.getUint16(2, true) > 0 && format.getUint32(4, true) > 0;
    }
    if (textAt(head, 0, 4) === "data" && formatSeen) return;
    at += 8 + length + (length % 2);
  }
  throw new BrokenFile("The WAV has no sound");
}

/** Throws `BrokenFile` unless an Ogg file continues behind its first page. */
export async function checkOggHeader(source: ByteSource): Promise<void> {
  const head = await readExactly(source, 0, 27);
  const segments = head.getUint8(26);
  const table = await readExactly(source, 27, segments);
  let length = 0;
  for (let at = 0; at < segments; at += 1) length += table.getUint8(at);
  const next = await readExactly(source, 27 + segments + length, 4);
  if (textAt(next, 0, 4) !== "OggS") throw new BrokenFile("The Ogg file has no sound");
}
