// Hand-written: `file-type` knows no advice, and few of these formats.
import type { Advice } from "./advice";
import { textAt, viewOf } from "./byte-source";
import { ftyp, SNIFF_BYTES, starts } from "./first-bytes";
import { isOggAudio, oggStreams } from "./ogg-streams";

interface ForeignFormat {
  readonly name: string;
  readonly advice: Advice;
  readonly matches: (head: DataView) => boolean;
}

const picture: Advice = [["image", "save it as PNG or JPEG"]];
const cameraPicture: Advice = [["image", "export it from the camera's program as JPEG"]];
const drawing: Advice = [["image", "export it as PNG"]];
const film: Advice = [
  ["video", "convert it to MP4"],
  ["audio", "convert it to MP3"],
];
const sound: Advice = [["audio", "convert it to MP3"]];
const losslessSound: Advice = [["audio", "convert it to FLAC"]];
const notes: Advice = [["audio", "record it as MP3"]];
const document: Advice = [["file", "save it as PDF"]];
const page: Advice = [
  ["file", "save it as PDF"],
  ["image", "export it as PNG"],
];
const archive: Advice = "unpack it and choose a file in it";

/** Matches a text at an offset. */
const text =
  (at: number, ...texts: readonly string[]) =>
  (head: DataView) =>
    texts.some((one) => textAt(head, at, one.length) === one);

/** Matches the first bytes as a text. */
const begins = (pattern: RegExp) => (head: DataView) => pattern.test(textAt(head, 0, 1_000));

const both =
  (...conditions: readonly ((head: DataView) => boolean)[]) =>
  (head: DataView) =>
    conditions.every((matches) => matches(head));

const holds = (part: string) => (head: DataView) => textAt(head, 0, SNIFF_BYTES).includes(part);

const ogg =
  (...codecs: readonly string[]) =>
  (head: DataView) =>
    oggStreams(head).some((magic) => codecs.some((codec) => magic.startsWith(codec)));

const OTHER_HEIF = ["avci", "avcs", "j2ki", "j2is", "jpeg", "jpgs", "vvic", "vvis"];

const isAsf = starts(0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11);
/** The types of streams in ASF. */
const ASF_VIDEO = "\xc0\xef\x19\xbc\x4d\x5b\xcf\x11\xa8\xfd\x00\x80\x5f\x5c\x44\x2b";
const ASF_AUDIO = "\x40\x9e\x69\xf8\x4d\x5b\xcf\x11\xa8\xfd\x00\x80\x5f\x5c\x44\x2b";

/** The first units of H.264 and of HEVC, after a start code. */
const firstUnits = ["\x67", "\x27", "\x09", "\x40\x01", "\x42\x01", "\x46\x01"].flatMap((unit) => [
  `\0\0\0\x01${unit}`,
  `\0\0\x01${unit}`,
]);

const isZip = starts(0x50, 0x4b, 3, 4);
const OFFICE = /\[Content_Types\]\.xml|mimetypeapplication\/vnd\.oasis|(?:word|xl|ppt)\//;

/** Known formats that are not accepted. The first match wins. */
export const foreignFormats: readonly ForeignFormat[] = [
  { name: "Canon CRW", advice: cameraPicture, matches: text(6, "HEAPCCDR") },
  { name: "Minolta MRW", advice: cameraPicture, matches: text(0, "\0MRM") },
  {
    name: "A HEIF picture of another codec than HEVC and AV1",
    advice: [["image", "save it as JPEG"]],
    matches: ftyp((major) => OTHER_HEIF.includes(major)),
  },
  {
    name: "BigTIFF",
    advice: [["image", "save it as TIFF"]],
    matches: text(0, "II+\0", "MM\0+"),
  },
  {
    name: "JPEG 2000",
    advice: [["image", "save it as JPEG"]],
    matches: (head) =>
      starts(0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20)(head) || starts(0xff, 0x4f, 0xff, 0x51)(head),
  },
  { name: "JPEG XR", advice: picture, matches: text(0, "II\xbc\x01", "II\xbc\0") },
  { name: "Photoshop PSD", advice: picture, matches: text(0, "8BPS") },
  { name: "GIMP XCF", advice: picture, matches: text(0, "gimp xcf") },
  { name: "OpenEXR", advice: picture, matches: starts(0x76, 0x2f, 0x31, 0x01) },
  { name: "Radiance HDR", advice: picture, matches: begins(/^#\?R(?:ADIANCE|GBE)\s/) },
  { name: "BMP", advice: picture, matches: isBitmap },
  { name: "An icon", advice: picture, matches: isIcon },
  { name: "An icon", advice: picture, matches: text(0, "icns") },
  { name: "DirectDraw DDS", advice: picture, matches: text(0, "DDS \x7c\0\0\0") },
  { name: "QOI", advice: picture, matches: text(0, "qoif") },
  { name: "Netpbm", advice: picture, matches: begins(/^P[1-7]\s+(?:#|\d|WIDTH)/) },
  { name: "FITS", advice: picture, matches: text(0, "SIMPLE  =") },
  { name: "DICOM", advice: picture, matches: text(128, "DICM") },
  { name: "BPG", advice: picture, matches: text(0, "BPG\xfb") },
  { name: "FLIF", advice: picture, matches: begins(/^FLIF[1-F]/) },
  { name: "MNG", advice: picture, matches: text(0, "\x8aMNG", "\x8bJNG") },
  { name: "Windows Metafile", advice: drawing, matches: starts(0xd7, 0xcd, 0xc6, 0x9a) },
  { name: "Windows Metafile", advice: drawing, matches: text(40, " EMF") },
  { name: "SVG", advice: drawing, matches: isDrawing },
  { name: "PostScript", advice: page, matches: text(0, "%!PS", "\xc5\xd0\xd3\xc6") },
  { name: "DjVu", advice: page, matches: text(0, "AT&TFORM") },

  { name: "WMV", advice: film, matches: both(isAsf, holds(ASF_VIDEO)) },
  { name: "WMA", advice: sound, matches: both(isAsf, holds(ASF_AUDIO)) },
  { name: "WMV or WMA", advice: film, matches: isAsf },
  { name: "Flash video", advice: film, matches: text(0, "FLV\x01") },
  { name: "Flash", advice: film, matches: isFlash },
  { name: "RealMedia", advice: film, matches: text(0, ".RMF") },
  {
    name: "Ogg video",
    advice: film,
    matches: ogg("\x80theora", "BBCD", "\x80daala", "\x01video"),
  },
  { name: "MPEG program stream", advice: film, matches: starts(0, 0, 1, 0xba) },
  { name: "MPEG video without a container", advice: film, matches: starts(0, 0, 1, 0xb3) },
  {
    name: "H.264 or HEVC without a container",
    advice: film,
    matches: text(0, ...firstUnits),
  },
  { name: "IVF", advice: film, matches: text(0, "DKIF") },
  { name: "YUV4MPEG2", advice: film, matches: text(0, "YUV4MPEG2") },
  { name: "NUT", advice: film, matches: text(0, "nut/multimedia") },
  { name: "Dirac", advice: film, matches: text(0, "BBCD") },
  { name: "Bink video", advice: film, matches: begins(/^(?:BIK|KB2)[a-z]/) },
  { name: "Smacker video", advice: film, matches: text(0, "SMK2", "SMK4") },
  { name: "FLIC", advice: film, matches: both(text(4, "\x11\xaf", "\x12\xaf"), isFlic) },
  { name: "Windows TV", advice: film, matches: starts(0xb7, 0xd8, 0x00, 0x20, 0x37, 0x49, 0xda) },
  {
    name: "MXF",
    advice: film,
    matches: starts(0x06, 0x0e, 0x2b, 0x34, 0x02, 0x05, 0x01, 0x01),
  },
  {
    name: "DV without a container",
    advice: film,
    matches: both(text(0, "\x1f\x07\0\x3f", "\x1f\x07\0\xbf"), text(80, "\x3f\x07\0")),
  },

  { name: "Speex", advice: sound, matches: ogg("Speex   ") },
  {
    name: "An Ogg file of another codec",
    advice: sound,
    matches: (head) => textAt(head, 0, 4) === "OggS" && !isOggAudio(head),
  },
  {
    name: "Core Audio CAF",
    advice: [["audio", "convert it to M4A or WAV"]],
    matches: text(0, "caff"),
  },
  { name: "AMR", advice: sound, matches: text(0, "#!AMR") },
  { name: "SILK", advice: sound, matches: text(0, "#!SILK_V3", "\x02#!SILK_V3") },
  { name: "Musepack", advice: sound, matches: text(0, "MP+", "MPCK") },
  { name: "RealAudio", advice: sound, matches: text(0, ".ra\xfd") },
  { name: "QCP", advice: sound, matches: both(text(0, "RIFF"), text(8, "QLCM")) },
  { name: "Creative VOC", advice: sound, matches: text(0, "Creative Voice File") },
  { name: "Sun AU", advice: sound, matches: text(0, ".snd\0", "dns.") },
  { name: "AC-3 without a container", advice: sound, matches: starts(0x0b, 0x77) },
  { name: "DTS without a container", advice: sound, matches: starts(0x7f, 0xfe, 0x80, 0x01) },
  { name: "MLP or TrueHD", advice: sound, matches: text(4, "\xf8\x72\x6f") },
  { name: "Monkey's Audio", advice: losslessSound, matches: text(0, "MAC ", "MACF") },
  { name: "WavPack", advice: losslessSound, matches: text(0, "wvpk") },
  { name: "TTA", advice: losslessSound, matches: text(0, "TTA1", "TTA2") },
  { name: "TAK", advice: losslessSound, matches: text(0, "tBaK") },
  { name: "OptimFROG", advice: losslessSound, matches: text(0, "OFR ") },
  { name: "Shorten", advice: losslessSound, matches: text(0, "ajkg") },
  { name: "Sony Wave64", advice: losslessSound, matches: text(0, "riff\x2e\x91\xcf\x11") },
  { name: "DSD", advice: losslessSound, matches: text(0, "DSD ", "FRM8") },
  { name: "MIDI", advice: notes, matches: text(0, "MThd") },
  { name: "MIDI", advice: notes, matches: both(text(0, "RIFF"), text(8, "RMID")) },
  { name: "A tracker module", advice: notes, matches: text(0, "Extended Module: ", "IMPM") },
  { name: "A tracker module", advice: notes, matches: text(44, "SCRM") },
  { name: "A tracker module", advice: notes, matches: text(1_080, "M.K.", "M!K!", "FLT4") },

  { name: "An Office document", advice: document, matches: isOfficeZip },
  {
    name: "An Office document",
    advice: document,
    matches: starts(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
  },
  { name: "RTF", advice: document, matches: text(0, "{\\rtf") },
  {
    name: "A web page",
    advice: page,
    matches: begins(/^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html)\b/i),
  },
  { name: "A ZIP archive", advice: archive, matches: isZip },
  { name: "An archive", advice: archive, matches: text(0, "Rar!", "7z\xbc\xaf", "\x1f\x8b\x08") },
];

function isDrawing(head: DataView): boolean {
  const content = textAt(head, 0, 1_000);
  return (
    /^(?:\xef\xbb\xbf)?\s*<(?:svg|\?xml|!--|!DOCTYPE svg)/i.test(content) &&
    content.includes("<svg")
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

/** Whether the file is an icon or cursor of Windows with a sensible number of pictures. */
function isIcon(head: DataView): boolean {
  const ICONS_MAX = 64;
  const isKind = starts(0, 0, 1, 0)(head) || starts(0, 0, 2, 0)(head);
  if (!isKind || head.byteLength < 22) return false;
  const count = head.getUint16(4, true);
  return count > 0 && count <= ICONS_MAX && head.getUint8(9) === 0;
}

/** Whether the file is Flash: three letters and a version. */
function isFlash(head: DataView): boolean {
  const VERSION_MAX = 64;
  return (
    /^[FCZ]WS$/.test(textAt(head, 0, 3)) && head.byteLength > 8 && head.getUint8(3) <= VERSION_MAX
  );
}

/** Whether a FLIC has a width and pixels of 8 bits. */
function isFlic(head: DataView): boolean {
  return head.byteLength >= 14 && head.getUint16(8, true) > 0 && head.getUint16(12, true) === 8;
}

/** Whether the file is a ZIP with the parts of an Office document. */
function isOfficeZip(head: DataView): boolean {
  return isZip(head) && OFFICE.test(textAt(head, 0, SNIFF_BYTES));
}

/** The name and the advice of a format that is not accepted, by its first bytes. */
export function nameForeignFormat(
  head: Uint8Array,
): { readonly detail: string; readonly advice: Advice } | undefined {
  const view = viewOf(head.subarray(0, SNIFF_BYTES));
  const found = foreignFormats.find(({ matches }) => matches(view));
  return found && { detail: found.name, advice: found.advice };
}
