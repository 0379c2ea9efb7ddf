// Covers docs/reference/media.md: accepted-files, camera-raw, codecs, damaged-pictures, kind-by-content
// Covers docs/reference/media.md: refused-formats
// Covers docs/reliability.md: hostile-files

import fc from "fast-check";
import { type ByteSource, bytesInMemory, ZEROS_MAX_BYTES } from "./byte-source";
import { formats, type MediaFormat } from "./formats";
import { largestJpeg } from "./image-headers/embedded-jpeg";
import { inspectMedia } from "./inspect-media";
import type { Orientation } from "./orientation";
import {
  box,
  boxedJxl,
  extensibleFormat,
  tinyAac,
  tinyAvi,
  tinyCr3,
  tinyFiles,
  tinyFlac,
  tinyHeif,
  tinyJpeg,
  tinyJxl,
  tinyMatroska,
  tinyMp3,
  tinyMp4,
  tinyPng,
  tinyRaw,
  tinyRf64,
  tinyTag,
  tinyTiff,
  tinyTransport,
  tinyWav,
  tinyWebp,
  tinyX3f,
} from "./testing/tiny-files";

const inspect = (content: Uint8Array | string) =>
  inspectMedia(bytesInMemory(typeof content === "string" ? Buffer.from(content) : content));
const names = Object.keys(tinyFiles) as MediaFormat[];

test.each(names)("recognizes %s by its content", async (format) => {
  const { kind, contentType } = formats[format];
  expect(await inspect(tinyFiles[format])).toMatchObject({
    ok: true,
    media: { kind, format, contentType },
  });
});

test.each([
  ["a playlist", "#EXTM3U\n#EXTINF:1,\nother.mp4\n"],
  ["a list of files", "ffconcat version 1.0\nfile other.mp4\n"],
  ["a text that begins like a bitmap", "BM: remember the milk, and the bread too"],
  ["a program", "\x7fELF\x02\x01\x01aaaaaaaaaaaaaaaaaaaaaaaa"],
  ["a script that begins like nothing", "GIF89 /* x */"],
  ["two bytes", "\xff\xd8"],
  ["nothing", ""],
])("does not accept %s", async (_what, content) => {
  expect(await inspect(content)).toMatchObject({ ok: false, problem: "unknown" });
});

/** A JPEG with bytes after the first segment that belong to no segment. */
function strayJpeg(width: number, height: number, orientation: Orientation) {
  const whole = Buffer.from(tinyJpeg(width, height, orientation));
  const second = 4 + whole.readUInt16BE(4);
  const stray = Buffer.from([0, 0xff, 0, 7, 0xff, 0xff]);
  return Buffer.concat([whole.subarray(0, second), stray, whole.subarray(second)]);
}

describe("the displayed size of an image", () => {
  test.each([
    ["a JPEG upright", tinyJpeg(400, 300), 400, 300],
    ["a JPEG on its side (6)", tinyJpeg(400, 300, 6), 300, 400],
    ["a JPEG upside down (3)", tinyJpeg(400, 300, 3), 400, 300],
    ["a JPEG mirrored and on its side (5)", tinyJpeg(400, 300, 5), 300, 400],
    ["a JPEG with an orientation that is none", tinyJpeg(400, 300, 99), 400, 300],
    ["a JPEG behind a megabyte of previews", tinyJpeg(400, 300, 8, 20), 300, 400],
    ["a JPEG with stray bytes between its segments", strayJpeg(400, 300, 6), 300, 400],
    ["a PNG", tinyPng(7, 9), 7, 9],
    ["a PNG on its side", tinyPng(7, 9, 8), 9, 7],
    ["a WebP", tinyWebp(16_383, 2), 16_383, 2],
    ["a WebP on its side", tinyWebp(30, 20, 6), 20, 30],
    ["a TIFF on its side", tinyTiff(30, 20, 7), 20, 30],
    ["an AVIF", tinyHeif("avif", 30, 20), 30, 20],
    ["a JPEG XL", tinyJxl(40, 30), 40, 30],
    ["a JPEG XL on its side", tinyJxl(40, 30, { orientation: 6 }), 30, 40],
    [
      "a JPEG XL that moves, with a preview",
      tinyJxl(40, 30, { orientation: 5, moves: true }),
      30,
      40,
    ],
    ["a JPEG XL in proportions", Uint8Array.of(0xff, 0x0a, 0xf1, 0x03, 0), 400, 200],
    [
      "a JPEG XL in boxes, in parts of a byte",
      boxedJxl(tinyJxl(40, 30, { orientation: 8 }), 1),
      30,
      40,
    ],
    ["a HEIC turned by a quarter", tinyHeif("heic", 30, 20, 3), 20, 30],
    ["a HEIC turned by a half", tinyHeif("heic", 30, 20, 2), 30, 20],
  ])("reads the displayed size of %s", async (_what, content, width, height) => {
    expect(await inspect(content)).toMatchObject({ ok: true, media: { width, height } });
  });

  test("an image with too many parts is broken", async () => {
    const content = Buffer.from(tinyHeif("heic", 40, 30));
    content.writeUInt32BE(65_537, content.indexOf("ipma") + 8);
    const detail = "The image has too many parts";
    expect(await inspect(content)).toMatchObject({ ok: false, problem: "broken", detail });
  });

  test("an image without a size is broken", async () => {
    expect(await inspect(tinyPng(0, 5))).toMatchObject({ ok: false, problem: "broken" });
  });
});

describe("videos and audio", () => {
  test("reads duration and size of a video from an index at its end", async () => {
    expect(await inspect(tinyMp4({ seconds: 7 }))).toMatchObject({
      media: { format: "mp4", durationMs: 7_000, width: 640, height: 360 },
    });
  });

  test("the size of a video in portrait orientation is the displayed size", async () => {
    expect(await inspect(tinyMp4({ turned: true }))).toMatchObject({
      media: { width: 360, height: 640 },
    });
  });

  test("reads duration and size of a webm", async () => {
    expect(await inspect(tinyMatroska("webm", { seconds: 5 }))).toMatchObject({
      media: { format: "webm", durationMs: 5_000, width: 320, height: 240 },
    });
  });

  test("an mp4 without video is audio", async () => {
    expect(await inspect(tinyMp4({ handlers: ["soun"] }))).toMatchObject({
      media: { kind: "audio", format: "m4a", contentType: "audio/mp4" },
    });
  });

  test("an old QuickTime video without a type box is recognized", async () => {
    expect(await inspect(tinyMp4({ brand: "" }))).toMatchObject({ media: { format: "mov" } });
  });

  test("an MP3 without a tag is recognized", async () => {
    expect(await inspect(tinyMp3({ tagged: false }))).toMatchObject({ media: { format: "mp3" } });
  });

  const zeros = new Uint8Array(ZEROS_MAX_BYTES);
  const joined = (...parts: readonly Uint8Array[]) => Buffer.concat(parts);
  test.each<[string, Uint8Array, MediaFormat]>([
    ["a FLAC behind a tag", joined(tinyTag(), tinyFlac()), "flac"],
    ["a FLAC behind two tags", joined(tinyTag(), tinyTag(), tinyFlac()), "flac"],
    ["an AAC behind a tag", joined(tinyTag(), tinyAac()), "aac"],
    ["an MP3 behind zeros", joined(zeros, tinyMp3({ tagged: false })), "mp3"],
    ["an MP3 behind a tag and zeros", joined(tinyTag(), zeros, tinyMp3({ tagged: false })), "mp3"],
    ["an MP3 behind zeros and a tag", joined(zeros, tinyMp3()), "mp3"],
    ["an AAC behind zeros", joined(zeros, tinyAac()), "aac"],
    ["a WAV of 64 bits", tinyRf64(), "wav"],
    ["a WAV of broadcasters", tinyRf64("BW64"), "wav"],
    ["a webm with sound alone", tinyMatroska("webm", { types: [2] }), "weba"],
    ["an mkv with sound alone", tinyMatroska("matroska", { types: [2] }), "mka"],
  ])("%s is audio", async (_what, content, format) => {
    expect(await inspect(content)).toMatchObject({ media: { kind: "audio", format } });
  });

  test.each<[string, Uint8Array]>([
    ["An AVI with sound alone", tinyAvi({ streams: ["auds"] })],
    ["An MPEG transport stream with sound alone", tinyTransport({ types: [0x0f] })],
  ])("%s is refused with advice", async (detail, content) => {
    const advice = [["audio", "convert it to MP3"]];
    expect(await inspect(content)).toEqual({ ok: false, problem: "unsupported", detail, advice });
  });

  test.each([
    ["zeros alone", zeros],
    ["more zeros, before an MP3,", joined(zeros, new Uint8Array(1), tinyMp3({ tagged: false }))],
    ["zeros before one frame that none follows", joined(zeros, tinyAac().subarray(0, 25))],
  ])("%s are not audio", async (_what, content) => {
    expect(await inspect(content)).toMatchObject({ ok: false, problem: "unknown" });
  });

  test.each([
    ["an mp4 without an index", box("ftyp", "isom", new Uint8Array(8))],
    ["an mp4 without tracks", tinyMp4({ handlers: [] })],
    ["a CR3 without an index", box("ftyp", "crx ", new Uint8Array(4))],
    ["a JPEG XL without a picture", boxedJxl(new Uint8Array(0))],
    ["a webm without tracks", tinyMatroska("webm", { types: [] })],
    [
      "a tag without sound",
      Buffer.concat([Buffer.from("ID3\x03\0\0\0\0\0\x05"), Buffer.alloc(99)]),
    ],
  ])("%s is broken", async (_what, content) => {
    expect(await inspect(content)).toMatchObject({ ok: false, problem: "broken" });
  });
});

describe("camera RAW files", () => {
  const jpeg = tinyJpeg(400, 300, 1, 1);
  test.each<[string, Uint8Array, number, number]>([
    ["with a full-size JPEG", tinyRaw(jpeg), 400, 300],
    ["whose sensor has margins", tinyRaw(jpeg, { sensor: [430, 320] }), 400, 300],
    ["held upright", tinyRaw(jpeg, { orientation: 8 }), 300, 400],
    ["of Olympus", tinyRaw(jpeg, { magic: "IIRO" }), 400, 300],
    ["CR3", tinyCr3(jpeg), 400, 300],
    ["CR3 held upright", tinyCr3(jpeg, { orientation: 6, sensor: [430, 320] }), 300, 400],
    ["X3F", tinyX3f(jpeg), 400, 300],
    ["X3F held upright", tinyX3f(jpeg, { rotation: 270 }), 300, 400],
    ["X3F of a later camera", tinyX3f(tinyJpeg(400, 300, 6, 1), { version: 4 }), 300, 400],
  ])("%s are pictures", async (_what, content, width, height) => {
    expect(await inspect(content)).toMatchObject({
      media: { kind: "image", format: "raw", width, height },
    });
  });

  const RGB = 2;
  test.each<[string, Parameters<typeof tinyRaw>[1]]>([
    ["a color filter", {}],
    ["Canon", { photometric: RGB, maker: "CR\x02\0" }],
    ["Phase One", { photometric: RGB, maker: "IIIICwaR" }],
    ["Nikon", { photometric: RGB, compression: 34_713 }],
    ["Sony", { photometric: RGB, compression: 32_767 }],
    ["Pentax", { photometric: RGB, compression: 65_535 }],
    ["Samsung", { photometric: RGB, compression: 32_770 }],
    ["later Samsung", { photometric: RGB, compression: 32_772 }],
    ["Kodak DCR", { photometric: RGB, compression: 65_000 }],
    ["Kodak KDC", { photometric: RGB, compression: 32_867 }],
  ])("is distinguished from a plain TIFF by its maker: %s", async (_maker, facts) => {
    expect(await inspect(tinyRaw(jpeg, facts))).toMatchObject({ media: { format: "raw" } });
    expect(await inspect(tinyRaw(undefined, facts))).toMatchObject({ problem: "unsupported" });
  });

  test.each<[string, Uint8Array]>([
    ["DNG", tinyRaw(jpeg)],
    ["CR3", tinyCr3(jpeg)],
    ["X3F", tinyX3f(jpeg)],
  ])("the whole JPEG of a %s is found", async (_what, content) => {
    const inspection = await inspect(content);
    const { start = 0, length = 0 } = (inspection.ok && inspection.media.embedded) || {};
    expect(Buffer.from(content.subarray(start, start + length)).equals(Buffer.from(jpeg))).toBe(
      true,
    );
  });

  test("a broken preview before the full-size JPEG is skipped", async () => {
    const preview = Buffer.from(jpeg);
    // The number of components in the frame header.
    preview[preview.indexOf("\xff\xff\xc0", "latin1") + 10] = 255;
    const source = bytesInMemory(Buffer.concat([preview, jpeg]));
    const { length } = jpeg;
    const places = [0, length].map((start) => ({ start, length }));
    const { embedded } = await largestJpeg(source, places, { sensorLongSide: 400 });
    expect(embedded).toMatchObject({ start: length, length });
  });

  test.each<[string, Uint8Array]>([
    ["without a JPEG", tinyRaw(undefined)],
    ["CR3 without a JPEG", tinyCr3(Buffer.alloc(500, 7))],
    ["CR3 with a small JPEG", tinyCr3(jpeg, { sensor: [4_000, 3_000] })],
    ["X3F with a small JPEG", tinyX3f(jpeg, { sensor: [4_000, 3_000] })],
    ["IIQ, which looks like a plain TIFF", Buffer.from("II*\0\x10\0\0\0IIIICwaR\0\0\0\0\0\0")],
    ["with a small preview", tinyRaw(jpeg, { sensor: [4_000, 3_000] })],
    ["with a lossless JPEG of the sensor", tinyRaw(tinyJpeg(400, 300, 1, 1, { marker: 0xc3 }))],
  ])("%s are refused with advice", async (_what, content) => {
    expect(await inspect(content)).toEqual({
      ok: false,
      problem: "unsupported",
      detail: "A camera RAW file without a full-size JPEG",
      advice: "export it from the camera's program as JPEG",
    });
  });
});

describe("codecs", () => {
  const mp4 = (...codecs: readonly string[]) => tinyMp4({ codecs });
  const mkv = (...codecs: readonly string[]) => tinyMatroska("matroska", { codecs });
  const windowsSound = (tag: number) =>
    tinyMatroska("matroska", {
      types: [2],
      codecs: ["A_MS/ACM"],
      descriptions: [extensibleFormat(tag)],
    });
  test.each<[string, Uint8Array, string]>([
    ["ProRes RAW in mov", mp4("aprn", "mp4a"), "ProRes RAW"],
    ["an encrypted film", mp4("encv", "enca"), "Encrypted video"],
    ["a film with sound that is not taken", mp4("avc1", "ac-4"), "AC-4"],
    ["an unknown codec in mp4", mp4("zz9\x01", "mp4a"), 'The codec "zz9"'],
    ["an unknown codec in mkv", mkv("V_AVS3", "A_AAC"), 'The codec "V_AVS3"'],
    ["a codec in avi that is not taken", tinyAvi({ video: "IV50" }), "Indeo"],
    ["unknown sound in avi", tinyAvi({ tag: 0x161 + 9 }), 'The codec "016a"'],
    ["an unknown stream of a camera", tinyTransport({ types: [0x33] }), 'The codec "33"'],
    ["a WAV of an unknown codec", tinyWav(0x270), 'The codec "0270"'],
    ["unknown sound of Windows in mkv", windowsSound(0x270), 'The codec "0270"'],
  ])("%s is refused by name", async (_what, content, detail) => {
    const advice = [
      ["video", "convert it to MP4 with H.264 and AAC"],
      ["audio", "convert it to MP3"],
    ];
    expect(await inspect(content)).toEqual({ ok: false, problem: "unsupported", detail, advice });
  });

  test.each<[string, Uint8Array]>([
    ["ProRes", mp4("apch", "lpcm")],
    ["DNxHR", mp4("AVdh", "lpcm")],
    ["MPEG-4 ASP", mp4("mp4v", "mp4a")],
    ["H.263 of a telephone", mp4("s263", "samr")],
    [
      "a first track that is not taken, and another that is",
      tinyMp4({ handlers: ["vide", "vide"], codecs: ["aprn", "avc1"] }),
    ],
    ["DivX", tinyAvi({ video: "DX50", tag: 0x55 })],
    ["uncompressed pictures and ADPCM", tinyAvi({ video: "\0", tag: 2 })],
    ["H.264 in mkv", mkv("V_MPEG4/ISO/AVC", "A_DTS")],
    ["a camera's stream", tinyTransport({ timed: true, types: [0x1b, 0x81, 0x06] })],
    ["µ-law", tinyWav(7)],
    ["PCM of Windows in mkv", windowsSound(1)],
  ])("%s is accepted", async (_what, content) => {
    expect(await inspect(content)).toMatchObject({ ok: true });
  });

  test("an AVI reports its duration and size, a transport stream does not", async () => {
    expect(await inspect(tinyAvi())).toMatchObject({
      media: { kind: "video", format: "avi", durationMs: 2_000, width: 320, height: 240 },
    });
    expect(await inspect(tinyTransport())).toEqual({
      ok: true,
      media: { kind: "video", format: "mts", contentType: "video/mp2t" },
    });
  });
});

describe("hostile headers", () => {
  test.each(names)(
    "a %s that is cut anywhere is reported as complete, broken or unknown",
    async (format) => {
      const whole = tinyFiles[format];
      const lengths = Array.from({ length: Math.min(whole.length, 700) }, (_, length) => length);
      for (const length of lengths) {
        const answer = await inspect(whole.subarray(0, length));
        expect(answer.ok || ["broken", "unknown", "unsupported"].includes(answer.problem)).toBe(
          true,
        );
      }
    },
  );

  test.each(names)("a %s with any changed bytes causes no error", async (format) => {
    const whole = tinyFiles[format].subarray(0, 5_000);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        async (changes) => {
          const copy = Uint8Array.from(whole);
          for (const [at, value] of changes) copy[at] = value;
          expect(typeof (await inspect(copy)).ok).toBe("boolean");
        },
      ),
      { numRuns: 60 },
    );
  });

  test("a video whose index is spread over a gigabyte is given up", async () => {
    let reads = 0;
    const step = 1_000_000;
    const source: ByteSource = {
      byteSize: 2 ** 30,
      read: async (start, length) => {
        reads += 1;
        const block = Buffer.alloc(length);
        for (let at = Math.ceil(start / step) * step; at < start + length; at += step) {
          const type = at === 0 ? "ftypisom" : "free";
          Buffer.from([0, step >> 16, (step >> 8) & 255, step & 255]).copy(block, at - start);
          block.write(type, at - start + 4, "latin1");
        }
        return block;
      },
    };
    expect(await inspectMedia(source)).toMatchObject({ ok: false, problem: "broken" });
    expect(reads).toBeLessThan(300);
  });

  test("an error of the source reaches the caller", async () => {
    const source: ByteSource = {
      byteSize: 100,
      read: async () => {
        throw new Error("the disk is away");
      },
    };
    await expect(inspectMedia(source)).rejects.toThrow("the disk is away");
  });
});
