// Hand-written: `file-type` accepts text after `GIF`, and Ogg with Theora, and needs Node 22.
import { textAt, viewOf, zerosBefore } from "./byte-source";
import { ftyp, SNIFF_BYTES, starts } from "./first-bytes";
import type { MediaFormat } from "./formats";
import { adtsFrameLength, mpegFrameLength } from "./mpeg-audio";
import { isOggAudio } from "./ogg-streams";

/**
 * The format by the first bytes, never by file name or content type
 * (docs/reference/media.md#kind-by-content). Undefined if it is not accepted. The file may still be
 * broken.
 */
export function sniffFormat(head: Uint8Array): MediaFormat | undefined {
  const view = viewOf(head.subarray(0, SNIFF_BYTES));
  return signatures.find(([, matches]) => matches(view))?.[0];
}

/** Matches a file of chunks by its id and the form of its content. */
const form = (id: string, type: string) => (head: DataView) =>
  textAt(head, 0, 4) === id && textAt(head, 8, 4) === type;

const ebml = (docType: string) => (head: DataView) =>
  starts(0x1a, 0x45, 0xdf, 0xa3)(head) && ebmlDocType(head) === docType;

const AVIF = ["avif", "avis"];
const HEIC = ["heic", "heix", "heim", "heis", "hevc", "hevx"];
const AUDIO = ["M4A ", "M4B ", "M4P "];
const includesAny = (list: readonly string[], wanted: readonly string[]) =>
  list.some((brand) => wanted.includes(brand));

/** Old QuickTime files have no `ftyp` box. They begin with one of these boxes. */
const QUICKTIME_BOXES = ["moov", "mdat", "wide", "free", "skip", "pnot"];

/** The first match wins. */
const signatures: readonly (readonly [MediaFormat, (head: DataView) => boolean])[] = [
  ["jpeg", starts(0xff, 0xd8, 0xff)],
  ["png", starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ["gif", (head) => ["GIF87a", "GIF89a"].includes(textAt(head, 0, 6))],
  ["webp", form("RIFF", "WEBP")],
  ["raw", (head) => ["IIRO", "IIRS", "MMOR", "IIU\0"].includes(textAt(head, 0, 4))],
  ["raw", (head) => textAt(head, 0, 8) === "FUJIFILM"],
  ["raw", (head) => textAt(head, 0, 4) === "FOVb"],
  ["raw", ftyp((major) => major === "crx ")],
  ["tiff", (head) => ["II*\0", "MM\0*"].includes(textAt(head, 0, 4))],
  ["avif", ftyp((major, brands) => includesAny([major, ...brands], AVIF))],
  ["heic", ftyp((major, brands) => includesAny([major, ...brands], HEIC))],
  ["jxl", starts(0, 0, 0, 12, 0x4a, 0x58, 0x4c, 0x20, 0x0d, 0x0a, 0x87, 0x0a)],
  ["jxl", starts(0xff, 0x0a)],
  ["m4a", ftyp((major) => AUDIO.includes(major))],
  ["mov", ftyp((major) => major === "qt  ")],
  ["mp4", ftyp((major) => !["mif1", "msf1"].includes(major))],
  ["mov", (head) => head.byteLength >= 16 && QUICKTIME_BOXES.includes(textAt(head, 4, 4))],
  ["webm", ebml("webm")],
  ["mkv", ebml("matroska")],
  ["flac", (head) => textAt(head, 0, 4) === "fLaC"],
  ["ogg", isOggAudio],
  ["wav", (head) => ["RIFF", "RF64", "BW64"].some((id) => form(id, "WAVE")(head))],
  ["avi", form("RIFF", "AVI ")],
  ["mts", isTransportStream],
  ["aiff", (head) => ["AIFF", "AIFC"].some((type) => form("FORM", type)(head))],
  // FLAC and AAC may also begin with a tag. Only the bytes after the tag show the format.
  ["mp3", isTagged],
  ["mp3", hasFrames(mpegFrameLength)],
  ["aac", hasFrames(adtsFrameLength)],
  ["pdf", (head) => /^%PDF-\d/.test(textAt(head, 0, 6))],
];

function ebmlDocType(head: DataView): string | undefined {
  const DOC_TYPE = 0x4282;
  for (let at = 4; at + 3 < Math.min(head.byteLength, 80); at += 1) {
    if (head.getUint16(at) !== DOC_TYPE) continue;
    // The leading zeros of the first size byte give the number of following bytes. The last byte is
    // sufficient.
    const sizeBytes = Math.clz32(head.getUint8(at + 2)) - 23;
    const last = at + 1 + sizeBytes;
    if (sizeBytes > 8 || last >= head.byteLength) return undefined;
    return textAt(head, last + 1, head.getUint8(last) & 0x7f).replace(/\0+$/, "");
  }
  return undefined;
}

/** Whether it has packets of 188 bytes. Those of cameras and discs follow a time of four bytes. */
function isTransportStream(head: DataView): boolean {
  const PACKETS = 4;
  const synced = (start: number, length: number) =>
    Array.from({ length: PACKETS }, (_, n) => start + n * length).every(
      (at) => at < head.byteLength && head.getUint8(at) === 0x47,
    );
  return synced(0, 188) || synced(4, 192);
}

/** Whether the file begins with an ID3 tag. */
function isTagged(head: DataView): boolean {
  const start = zerosBefore(head);
  const version = start + 4 <= head.byteLength ? head.getUint8(start + 3) : undefined;
  return textAt(head, start, 3) === "ID3" && version !== undefined && version <= 4;
}

/** Matches a frame that is followed by another frame. */
function hasFrames(frameLength: (view: DataView, at: number) => number | undefined) {
  return (head: DataView): boolean => {
    const start = zerosBefore(head);
    const length = frameLength(head, start);
    return length !== undefined && frameLength(head, start + length) !== undefined;
  };
}
