import { textAt } from "./byte-source";

/** Longer than the name of any codec. */
const MAGIC_BYTES = 8;
const FIRST_PAGE = 2;

/**
 * The first bytes of each stream of an Ogg file, which name its codec (RFC 3533): the first pages
 * of all streams come first. Empty for other files.
 */
export function oggStreams(head: DataView): readonly string[] {
  const streams: string[] = [];
  let at = 0;
  while (textAt(head, at, 4) === "OggS" && at + 27 < head.byteLength) {
    if (at > 0 && (head.getUint8(at + 5) & FIRST_PAGE) === 0) break;
    const packet = at + 27 + head.getUint8(at + 26);
    streams.push(textAt(head, packet, MAGIC_BYTES));
    let length = 0;
    for (let segment = at + 27; segment < Math.min(packet, head.byteLength); segment += 1)
      length += head.getUint8(segment);
    at = packet + length;
  }
  return streams;
}

const SOUNDS = ["OpusHead", "\x01vorbis", "\x7fFLAC"];

/** Whether a stream of an Ogg file has an accepted codec. */
export const isOggAudio = (head: DataView): boolean =>
  oggStreams(head).some((magic) => SOUNDS.some((codec) => magic.startsWith(codec)));
