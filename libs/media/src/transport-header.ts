// Hand-written: only the table of programs is needed, and no library reads it alone.
import { BrokenFile, type ByteSource, readExactly, viewOf } from "./byte-source";
import type { Track } from "./codecs";
import type { VideoFacts } from "./video-facts";

const SYNC = 0x47;
/** Recorders repeat the tables ten times a second. */
const PACKETS_MAX = 4_000;

const videoTypes = [0x01, 0x02, 0x10, 0x1b, 0x24, 0x33, 0xea];
/** Private streams, subtitles and tables, which descriptors identify. */
const otherTypes = [0x05, 0x06, 0x0a, 0x0b, 0x0c, 0x0d, 0x15, 0x90, 0x91, 0x92];

/**
 * The codecs of an MPEG transport stream, from its first table of programs. No header has the
 * duration.
 */
export async function readTransportHeader(source: ByteSource): Promise<VideoFacts> {
  const first = await readExactly(source, 0, 1);
  const [offset, length] = first.getUint8(0) === SYNC ? [0, 188] : [4, 192];
  let tableOf: number | undefined;
  for (let packet = 0; packet < PACKETS_MAX; packet += 1) {
    const at = packet * length + offset;
    if (at + 188 > source.byteSize) break;
    const view = await readExactly(source, at, 188);
    if (view.getUint8(0) !== SYNC) throw new BrokenFile("The video loses its packets");
    const begins = (view.getUint8(1) & 0x40) !== 0;
    const pid = view.getUint16(1) & 0x1fff;
    const section = begins ? sectionIn(view) : undefined;
    if (section === undefined) continue;
    if (pid === 0) tableOf = firstProgram(section) ?? tableOf;
    else if (pid === tableOf) return { tracks: tracksIn(section) };
  }
  throw new BrokenFile("The video has no table of its programs");
}

/** The section that begins in a packet, as far as the packet contains it. */
function sectionIn(packet: DataView): DataView | undefined {
  const control = (packet.getUint8(3) >> 4) & 3;
  const skipped = control === 3 ? 1 + packet.getUint8(4) : 0;
  const at = 4 + skipped;
  if (control % 2 === 0 || at >= packet.byteLength) return undefined;
  const start = at + 1 + packet.getUint8(at);
  if (start + 12 > packet.byteLength) return undefined;
  const bytes = new Uint8Array(packet.buffer, packet.byteOffset + start, packet.byteLength - start);
  return viewOf(bytes);
}

const lengthOf = (section: DataView): number =>
  Math.min(section.byteLength, 3 + (section.getUint16(1) & 0xfff) - 4);

function firstProgram(section: DataView): number | undefined {
  for (let at = 8; at + 4 <= lengthOf(section); at += 4) {
    if (section.getUint16(at) !== 0) return section.getUint16(at + 2) & 0x1fff;
  }
  return undefined;
}

function tracksIn(section: DataView): readonly Track[] {
  const tracks: Track[] = [];
  let at = 12 + (section.getUint16(10) & 0xfff);
  while (at + 5 <= lengthOf(section)) {
    const type = section.getUint8(at);
    const codec = { of: "transport", id: type.toString(16).padStart(2, "0") } as const;
    if (videoTypes.includes(type)) tracks.push({ kind: "video", codec });
    else if (!otherTypes.includes(type)) tracks.push({ kind: "audio", codec });
    at += 5 + (section.getUint16(at + 3) & 0xfff);
  }
  return tracks;
}
