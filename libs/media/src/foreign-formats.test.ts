// Covers docs/reference/media.md: refused-formats

import { adviceFor } from "./advice";
import { bytesInMemory } from "./byte-source";
import type { MediaKind } from "./formats";
import { inspectMedia } from "./inspect-media";
import { box, tinyOgg, tinyTag } from "./testing/tiny-files";

const bytes = (text: string) => Buffer.from(text, "latin1");
const inspect = (content: Uint8Array) => inspectMedia(bytesInMemory(content));

const ASF = "\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c".padEnd(60, "\0");
const STREAM_OF_ASF = "\x4d\x5b\xcf\x11\xa8\xfd\x00\x80\x5f\x5c\x44\x2b";
const ASF_SOUND = `\x40\x9e\x69\xf8${STREAM_OF_ASF}`;
const ASF_VIDEO = `\xc0\xef\x19\xbc${STREAM_OF_ASF}`;
const filler = "a".repeat(30);
const at = (offset: number, text: string) => " ".repeat(offset) + text;

const picture = { image: "save it as PNG or JPEG" };
const drawing = { image: "export it as PNG" };
const camera = { image: "export it from the camera's program as JPEG" };
const film = { video: "convert it to MP4", audio: "convert it to MP3" };
const sound = { audio: "convert it to MP3" };
const lossless = { audio: "convert it to FLAC" };
const notes = { audio: "record it as MP3" };
const document = { file: "save it as PDF" };
const page = { file: "save it as PDF", image: "export it as PNG" };
const unpack = "unpack it and choose a file in it";
const archive = { image: unpack, video: unpack, audio: unpack, file: unpack };

type Advices = Readonly<Partial<Record<MediaKind, string>>>;

test.each<[name: string, content: string | Uint8Array, advice: Advices]>([
  ["Canon CRW", "II\x1a\0\0\0HEAPCCDR", camera],
  ["Minolta MRW", "\0MRM\0\0\0\0", camera],
  [
    "A HEIF picture of another codec than HEVC and AV1",
    box("ftyp", "avci", "\0\0\0\0mif1"),
    { image: "save it as JPEG" },
  ],
  ["BigTIFF", "II+\0\x08\0\0\0\x10\0\0\0\0\0\0\0", { image: "save it as TIFF" }],
  ["JPEG 2000", "\0\0\0\x0cjP  \r\n\x87\n", { image: "save it as JPEG" }],
  ["JPEG 2000", "\xff\x4f\xff\x51\0", { image: "save it as JPEG" }],
  ["JPEG XR", "II\xbc\x01\0", picture],
  ["Photoshop PSD", `8BPS${filler}`, picture],
  ["GIMP XCF", "gimp xcf v011", picture],
  ["OpenEXR", "\x76\x2f\x31\x01", picture],
  ["Radiance HDR", "#?RADIANCE\n", picture],
  ["BMP", "BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0", picture],
  ["An icon", "\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0aaaa\x16\0\0\0", picture],
  ["An icon", "icns\0\0\x01\0", picture],
  ["DirectDraw DDS", "DDS \x7c\0\0\0", picture],
  ["QOI", "qoif\0\0\0\x01", picture],
  ["Netpbm", "P6\n# made by hand\n1 1 255\n", picture],
  ["FITS", "SIMPLE  =                    T", picture],
  ["DICOM", at(128, "DICM"), picture],
  ["BPG", "BPG\xfb\0", picture],
  ["FLIF", "FLIF31", picture],
  ["MNG", "\x8aMNG\r\n\x1a\n", picture],
  ["Windows Metafile", "\xd7\xcd\xc6\x9a\0\0", drawing],
  ["Windows Metafile", `\x01\0\0\0${"\0".repeat(36)} EMF`, drawing],
  ["SVG", '<svg xmlns="http://www.w3.org/2000/svg"/>', drawing],
  ["SVG", '\xef\xbb\xbf<?xml version="1.0"?>\n<!-- made by hand -->\n<svg/>', drawing],
  ["PostScript", "%!PS-Adobe-3.0 EPSF-3.0", page],
  ["DjVu", "AT&TFORM\0\0\0\0DJVU", page],
  ["WMV", ASF + ASF_SOUND + ASF_VIDEO, film],
  ["WMA", ASF + ASF_SOUND, sound],
  ["WMV or WMA", ASF, film],
  ["Flash video", "FLV\x01\x05", film],
  ["Flash", "CWS\x0a\0\0\0\0\0", film],
  ["RealMedia", ".RMF\0", film],
  ["Ogg video", tinyOgg("\x80theora"), film],
  ["Ogg video", tinyOgg("\x01vorbis", "\x80theora"), film],
  ["Ogg video", tinyOgg("fishead\0", "\x80theora", "\x01vorbis"), film],
  ["MPEG program stream", `\0\0\x01\xba${filler}`, film],
  ["MPEG video without a container", "\0\0\x01\xb3\x14", film],
  ["H.264 or HEVC without a container", "\0\0\0\x01\x67\x64", film],
  ["H.264 or HEVC without a container", "\0\0\x01\x40\x01\x0c", film],
  ["IVF", "DKIF\0\0\x20\0VP80", film],
  ["YUV4MPEG2", "YUV4MPEG2 W8 H8\n", film],
  ["NUT", "nut/multimedia container\0", film],
  ["Dirac", "BBCD\0", film],
  ["Bink video", "BIKi\0", film],
  ["Smacker video", "SMK2\0", film],
  ["FLIC", "\0\0\0\0\x12\xaf\x01\0\x40\x01\xc8\0\x08\0", film],
  ["Windows TV", "\xb7\xd8\x00\x20\x37\x49\xda\x11", film],
  ["MXF", "\x06\x0e\x2b\x34\x02\x05\x01\x01", film],
  ["DV without a container", `\x1f\x07\0\x3f${" ".repeat(76)}\x3f\x07\0`, film],
  ["Speex", tinyOgg("Speex   1.2"), sound],
  ["An Ogg file of another codec", tinyOgg("CELT    "), sound],
  ["Core Audio CAF", "caff\0\x01\0\0", { audio: "convert it to M4A or WAV" }],
  ["AMR", "#!AMR\n", sound],
  ["SILK", "\x02#!SILK_V3", sound],
  ["Musepack", "MP+\x07", sound],
  ["Musepack", "MPCKSH", sound],
  ["RealAudio", ".ra\xfd\0", sound],
  ["QCP", "RIFF\0\0\0\0QLCMfmt ", sound],
  ["Creative VOC", "Creative Voice File\x1a", sound],
  ["Sun AU", ".snd\0\0\0\x18", sound],
  ["AC-3 without a container", "\x0b\x77\0", sound],
  ["DTS without a container", "\x7f\xfe\x80\x01", sound],
  ["MLP or TrueHD", "\xc0\x10\0\0\xf8\x72\x6f\xba", sound],
  ["Monkey's Audio", "MAC \x96\x0f", lossless],
  ["WavPack", `wvpk${filler}`, lossless],
  ["TTA", "TTA1\x01\0", lossless],
  ["TAK", "tBaK", lossless],
  ["OptimFROG", "OFR ", lossless],
  ["Shorten", "ajkg\x02", lossless],
  ["Sony Wave64", "riff\x2e\x91\xcf\x11", lossless],
  ["DSD", "DSD \x1c", lossless],
  ["MIDI", "MThd\0\0\0\x06", notes],
  ["MIDI", "RIFF\0\0\0\0RMIDdata", notes],
  ["A tracker module", "Extended Module: song", notes],
  ["A tracker module", at(44, "SCRM"), notes],
  ["A tracker module", at(1_080, "M.K."), notes],
  ["An Office document", `PK\x03\x04${filler}[Content_Types].xml`, document],
  ["An Office document", `PK\x03\x04${filler}mimetypeapplication/vnd.oasis`, document],
  ["An Office document", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", document],
  ["RTF", "{\\rtf1", document],
  ["A web page", "<!doctype html><body><svg></svg>", page],
  ["A ZIP archive", `PK\x03\x04${filler}`, archive],
  ["An archive", "7z\xbc\xaf\x27\x1c", archive],
])(
  "%s is refused by name, with advice for the kinds that are wanted",
  async (name, content, advice) => {
    const inspection = await inspect(typeof content === "string" ? bytes(content) : content);
    if (inspection.ok || inspection.problem !== "unsupported") throw new Error("It is not refused");
    expect(inspection.detail).toBe(name);
    const kinds: readonly MediaKind[] = ["image", "video", "audio", "file"];
    const given = kinds.flatMap((kind) => {
      const found = adviceFor(inspection.advice, (wanted) => wanted === kind);
      return found === undefined ? [] : [[kind, found]];
    });
    expect(Object.fromEntries(given)).toEqual(advice);
  },
);

test.each([
  ["Monkey's Audio", "MAC \x96\x0f"],
  ["Musepack", "MP+\x07"],
  ["TTA", "TTA1\x01\0"],
])("%s behind a tag is refused by name", async (detail, content) => {
  const tagged = Buffer.concat([tinyTag(), bytes(content.padEnd(100, "a"))]);
  expect(await inspect(tagged)).toMatchObject({ ok: false, problem: "unsupported", detail });
});

test("an Ogg sound whose first stream describes the others is accepted", async () => {
  const described = tinyOgg("fishead\0", "\x01vorbis");
  expect(await inspect(described)).toMatchObject({ ok: true, media: { format: "ogg" } });
});
