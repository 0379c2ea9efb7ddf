// Hand-written: `file-type` accepts text after `GIF`, and Ogg with Theora, and needs Node 22.
import { textAt, viewOf, zerosBefore } from "./byte-source";
import type { MediaFormat } from "./formats";
import { adtsFrameLength, mpegFrameLength } from "./mpeg-audio";

/** The number of first bytes that `sniffFormat` needs. */
export const SNIFF_BYTES = 4_096;

/**
 * Recognizes the format by the first bytes, never by file name or content type
 * (docs/reference/media.md#kind-by-content). Undefined if the format is not accepted. The file may
 * still be broken.
 */
export function sniffFormat(head: Uint8Array): MediaFormat | undefined {
  const view = viewOf(head.subarray(0, SNIFF_BYTES));
  return signatures.find(([, matches]) => matches(view))?.[0];
}

const starts =
  (...bytes: readonly number[]) =>
  (head: DataView) =>
    head.byteLength >= bytes.length && bytes.every((byte, at) => head.getUint8(at) === byte);

/** Matches a file of chunks by its id and the form of its content. */
const form = (id: string, type: string) => (head: DataView) =>
  textAt(head, 0, 4) === id && textAt(head, 8, 4) === type;

const ebml = (docType: string) => (head: DataView) =>
  starts(0x1a, 0x45, 0xdf, 0xa3)(head) && ebmlDocType(head) === docType;

const ftyp = (decide: (major: string, brands: readonly string[]) => boolean) => (head: DataView) =>
  textAt(head, 4, 4) === "ftyp" && decide(textAt(head, 8, 4), compatibleBrands(head));

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

const exported = "export it from the camera's program as JPEG";

const ofHeif = "A HEIF picture of another codec than HEVC and AV1";
const OTHER_HEIF = ["avci", "avcs", "j2ki", "j2is", "jpeg", "jpgs", "vvic", "vvis"];

/** Known formats that are not accepted, with advice. */
const foreignFormats: readonly (readonly [
  name: string,
  matches: (head: DataView) => boolean,
  advice?: string,
])[] = [
  ["Canon CRW", (head) => textAt(head, 6, 8) === "HEAPCCDR", exported],
  ["Minolta MRW", (head) => textAt(head, 0, 4) === "\0MRM", exported],
  [ofHeif, ftyp((major) => OTHER_HEIF.includes(major)), "save it as JPEG"],
  ["BigTIFF", (head) => ["II+\0", "MM\0+"].includes(textAt(head, 0, 4)), "save it as TIFF"],
  ["JPEG 2000", starts(0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20), "save it as JPEG"],
  ["Photoshop PSD", (head) => textAt(head, 0, 4) === "8BPS", "export it as PNG or JPEG"],
  ["WMV or WMA", starts(0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11), "convert it to MP4"],
  ["Flash video", (head) => textAt(head, 0, 4) === "FLV\x01", "convert it to MP4"],
  ["RealMedia", (head) => textAt(head, 0, 4) === ".RMF", "convert it to MP4"],
  ["MIDI", (head) => textAt(head, 0, 4) === "MThd", "record it as MP3"],
  ["SVG", isDrawing, "export it as PNG"],
  ["BMP", isBitmap, "save it as PNG or JPEG"],
  ["GIMP XCF", (head) => textAt(head, 0, 8) === "gimp xcf", "export it as PNG or JPEG"],
  ["OpenEXR", starts(0x76, 0x2f, 0x31, 0x01), "export it as PNG or JPEG"],
  ["PostScript", (head) => textAt(head, 0, 4) === "%!PS", "export it as PNG or PDF"],
  ["MPEG program stream", starts(0, 0, 1, 0xba), "convert it to MP4"],
  ["MXF", starts(0x06, 0x0e, 0x2b, 0x34, 0x02, 0x05, 0x01, 0x01), "convert it to MP4"],
  ["Core Audio CAF", (head) => textAt(head, 0, 4) === "caff", "convert it to M4A or WAV"],
  ["AMR", (head) => textAt(head, 0, 5) === "#!AMR", "convert it to MP3"],
  ["Monkey's Audio", (head) => textAt(head, 0, 4) === "MAC ", "convert it to FLAC"],
  ["WavPack", (head) => textAt(head, 0, 4) === "wvpk", "convert it to FLAC"],
  ["DSD", (head) => ["DSD ", "FRM8"].includes(textAt(head, 0, 4)), "convert it to FLAC"],
  ["A ZIP or Office document", starts(0x50, 0x4b, 3, 4), "save it as PDF"],
  ["An Office document", starts(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), "save it as PDF"],
];

/** Whether the text is XML with an SVG element. */
function isDrawing(head: DataView): boolean {
  const text = textAt(head, 0, 1_000);
  return (
    /^(?:\xef\xbb\xbf)?\s*<(?:svg|\?xml|!--|!DOCTYPE svg)/i.test(text) && text.includes("<svg")
  );
}

/** Whether the file is a bitmap: two letters, zero reserved bytes, and a valid header length. */
function isBitmap(head: DataView): boolean {
  const LENGTHS = [12, 40, 52, 56, 64, 108, 124];
  return (
    textAt(head, 0, 2) === "BM" &&
    head.byteLength >= 18 &&
    head.getUint32(6) === 0 &&
    LENGTHS.includes(head.getUint32(14, true))
  );
}

/** The name of a known format that is not accepted, recognized by the first bytes. */
export function nameForeignFormat(
  head: Uint8Array,
): { readonly detail: string; readonly advice?: string } | undefined {
  const view = viewOf(head.subarray(0, SNIFF_BYTES));
  const [detail, , advice] = foreignFormats.find(([, matches]) => matches(view)) ?? [];
  return detail === undefined ? undefined : { detail, ...(advice && { advice }) };
}

function compatibleBrands(head: DataView): readonly string[] {
  const end = Math.min(head.getUint32(0), head.byteLength);
  const brands: string[] = [];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(textAt(head, at, 4));
  return brands;
}

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

/** Whether the file is Ogg with an accepted audio codec, which its first packet identifies. */
function isOggAudio(head: DataView): boolean {
  if (textAt(head, 0, 4) !== "OggS" || head.byteLength < 28) return false;
  const packet = 27 + head.getUint8(26);
  return ["OpusHead", "\x01vorbis", "\x7fFLAC"].some(
    (magic) => textAt(head, packet, magic.length) === magic,
  );
}

/**
 * Whether the file has packets of 188 bytes. Those of cameras and discs have a time of four bytes
 * before each.
 */
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
