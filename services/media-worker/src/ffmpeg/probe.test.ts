// Covers docs/reference/media.md: codecs, video-and-audio-streams
// Covers docs/reliability.md: confined-decoders

import { recordedVersions, recording } from "../../testing/recordings";
import { problemIn } from "../complaints";
import { DecoderDied } from "../confined/spawn-confined";
import { listingReader } from "./probe";

/** Reads a log in chunks, as a pipe may split it. */
function readLog(text: string) {
  const { read: readPiece, finish } = listingReader();
  for (let at = 0; at < text.length; at += 7) readPiece(Buffer.from(text.slice(at, at + 7)));
  return finish();
}

/** Reads log output in the layout of ffmpeg 5.1. */
const read = (...lines: readonly string[]) =>
  readLog(["Input #0, mov,mp4, from 'original':", ...lines, "At least one", ""].join("\n"));

describe.each(recordedVersions)("the log of ffmpeg %s", (version) => {
  const video = { index: 0, kind: "video", width: 160, height: 90, frameRate: 25, pixelAspect: 1 };
  const audio = { index: 1, kind: "audio" };
  const sound = { ...audio, index: 0 };
  // An old version first lists the tag of old files, which counts clockwise.
  const rotation = ["2018", "4.3"].includes(version) ? 90 : -90;

  test.each([
    [
      "turned.mp4",
      [
        { ...video, codec: "h264", frameRate: 29.97, rotation },
        { ...audio, codec: "aac" },
      ],
    ],
    [
      "hdr.mov",
      [
        { ...video, codec: "hevc", hdr: true, wideGamut: true },
        { ...audio, codec: "pcm_s16le" },
      ],
    ],
    [
      "squeezed.webm",
      [
        { ...video, codec: "vp9", pixelAspect: 171 / 160 },
        { ...audio, codec: "opus" },
      ],
    ],
    [
      "live.mkv",
      [
        { ...video, codec: "h264" },
        { ...audio, codec: "vorbis" },
      ],
    ],
    ["squeezed.avi", [{ ...video, codec: "mpeg4", width: 720, height: 576, pixelAspect: 64 / 45 }]],
    [
      "program.mts",
      [
        { ...video, codec: "h264" },
        { ...audio, codec: "ac3" },
      ],
    ],
    [
      "cover.mp3",
      [
        { ...sound, codec: "mp3" },
        { ...cover(1), codec: "png", width: 64, height: 48, pixelAspect: 1 },
      ],
    ],
    [
      "bmp.mp3",
      [
        { ...sound, codec: "mp3" },
        { ...cover(1), codec: "bmp" },
      ],
    ],
    [
      "cover.m4a",
      [
        { ...sound, codec: "alac" },
        { ...cover(1), codec: "mjpeg", width: 64, height: 48, pixelAspect: 1 },
      ],
    ],
    ["vorbis.ogg", [{ ...sound, codec: "vorbis" }]],
    ["tone.wav", [{ ...sound, codec: "pcm_s16le" }]],
    ["refused.mkv", [{ ...video, codec: "zmbv" }]],
  ])("about %s", (file, streams) => {
    const probed = readLog(recording(version)(file));
    expect(probed?.streams).toEqual(streams);
    if (file === "live.mkv") expect(probed).not.toHaveProperty("durationMs");
    else expect(probed?.durationMs).toBeGreaterThanOrEqual(200);
    if (file === "refused.mkv")
      expect(problemIn(String(probed?.complaint))).toBe("unsupported_codec");
  });

  test("about a broken file", () => {
    expect(readLog(recording(version)("broken.mp4"))).toBeUndefined();
  });
});

function cover(index: number) {
  return { index, kind: "video", isPicture: true };
}

test("reads pictures, audio and the duration, and ignores all other streams", () => {
  expect(
    read(
      "  Duration: 01:02:03.50, start: 0.000000, bitrate: 219 kb/s",
      "  Stream #0:0[0x1](und): Video: h264 (High) (avc1 / 0x31637661), yuv420p(progressive), 160x90 [SAR 1:1 DAR 16:9], 125 kb/s, 29.97 fps, 25 tbr, 12800 tbn (default)",
      "  Stream #0:1[0x2](und): Audio: aac (LC) (mp4a / 0x6134706D), 44100 Hz, mono, fltp, 70 kb/s (default)",
      "  Stream #0:2[0x3](und): Subtitle: mov_text (tx3g / 0x67337874), 0 kb/s (default)",
      "  Stream #0:3: Data: none",
      "  Stream #0:4: Attachment: ttf",
      "  Stream #0:5: Video: bmp, none, 90k tbr, 90k tbn (attached pic)",
    ),
  ).toEqual({
    durationMs: 3_723_500,
    streams: [
      {
        index: 0,
        kind: "video",
        codec: "h264",
        width: 160,
        height: 90,
        pixelAspect: 1,
        frameRate: 29.97,
      },
      { index: 1, kind: "audio", codec: "aac" },
      { index: 5, kind: "video", codec: "bmp", isPicture: true },
    ],
  });
});

test.each([
  ["yuv420p10le(tv, bt2020nc/bt2020/smpte2084, progressive), 64x48, 25 fps", { hdr: true }],
  ["yuv420p10le(tv, bt2020nc/bt2020/arib-std-b67), 64x48", { hdr: true }],
  ["rgb24(pc, gbr/bt2020/iec61966-2-1), 64x48, 25 fps", { wideGamut: true }],
  ["rgb24(pc, gbr/smpte432/iec61966-2-1), 64x48, 25 fps", { wideGamut: true }],
  ["yuv420p(tv, bt709), 64x48, 1k fps", { frameRate: 1_000 }],
  ["yuv420p, 720x576 [SAR 16:15 DAR 4:3], 25 fps", { width: 720, pixelAspect: 16 / 15 }],
  ["yuv420p, 720x576 [SAR 1:1 DAR 5:4], SAR 64:45 DAR 16:9, 25 fps", { pixelAspect: 64 / 45 }],
  ["yuv420p, 720x576 [SAR 0:1 DAR 0:1], 0 fps", { width: 720, height: 576 }],
])("reads %s", (facts, expected) => {
  const [stream] = read(`  Stream #0:0: Video: hevc, ${facts}`)?.streams ?? [];
  expect(stream).toMatchObject(expected);
  if (!facts.includes("smpte") && !facts.includes("arib")) expect(stream).not.toHaveProperty("hdr");
});

test.each([
  ["      displaymatrix: rotation of -90.00 degrees", -90],
  ["      rotate          : 270", 270],
  ["      comment         : rotate : 90", undefined],
])("reads the rotation of a stream: %s", (line, rotation) => {
  const picture = "  Stream #0:0: Video: h264, yuv420p, 64x48";
  expect(read(picture, line)?.streams[0]?.rotation).toBe(rotation);
});

test("memory is bounded for files with too many streams or endless lines", () => {
  const many = Array.from({ length: 1_000 }, (_, n) => `  Stream #0:${n}: Audio: aac`);
  expect(read(...many)?.streams).toHaveLength(64);
  expect(read(`    title : ${"x".repeat(100_000)}`)?.streams).toEqual([]);
});

test("a file that ffmpeg cannot open has no streams", () => {
  const { read: readPiece, finish } = listingReader();
  readPiece(Buffer.from("original: Invalid data found when processing input\n"));
  expect(finish()).toBeUndefined();
});

test.each(["original: Cannot allocate memory", "original: Too many open files"])(
  "a file that ffmpeg cannot open because of the machine is not broken: %s",
  (line) => {
    const { read: readPiece, finish } = listingReader();
    readPiece(Buffer.from(`${line}\n`));
    expect(finish).toThrow(DecoderDied);
  },
);

test("the title of a file may say that there is no memory", () => {
  const title = "    title           : Cannot allocate memory";
  expect(read(title, "  Stream #0:0: Audio: aac")?.streams).toHaveLength(1);
});
