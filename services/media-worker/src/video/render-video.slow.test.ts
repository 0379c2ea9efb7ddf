// Covers docs/reference/media.md: accepted-files, codecs, derivatives, playback, privacy, video-and-audio-streams
// Covers docs/reliability.md: served-files

import { mkdtemp, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { spawnSync } from "@polls/devstack/children";
import { bytesInMemory, inspectMedia } from "@polls/media";
import sharp from "sharp";
import { makeMedia, testPicture, testTone } from "../../testing/make-media";
import { renderTools, taskIn } from "../../testing/render-tools";
import { temporaryDirectory } from "../../testing/temporary-directory";
import { probe } from "../ffmpeg/probe";
import type { RenderTask, RenderTools } from "../rendering";
import { renderVideo } from "./render-video";

let tools: RenderTools;
let root: string;
beforeAll(async () => {
  tools = await renderTools();
  root = await temporaryDirectory();
});
afterAll(() => tools.pictures.close());

async function render(
  content: Buffer,
  changes: Partial<RenderTask> = {},
  other: Partial<RenderTools> = {},
) {
  const directory = await mkdtemp(join(root, "job-"));
  await writeFile(join(directory, "original"), content);
  const inspection = await inspectMedia(bytesInMemory(content));
  if (!inspection.ok) throw new Error(inspection.detail);
  const task = taskIn(tools, directory, changes);
  try {
    return await renderVideo({ ...tools, ...other }, inspection.media, task);
  } finally {
    task.pictures.release();
  }
}

async function renderAll(content: Buffer, changes?: Partial<RenderTask>) {
  const rendering = await render(content, changes);
  if (!rendering.ok) throw new Error(`${rendering.problem}: ${rendering.detail}`);
  const path = (name: string) => rendering.files.find((file) => file.name === name)?.path ?? "";
  return { rendering, path };
}

const { signal } = new AbortController();

/** What ffmpeg lists for the converted video. Its duration has steps of 10 ms. */
async function probeMade(path: string) {
  const task = { directory: dirname(path), input: basename(path), signal };
  const { streams = [], durationMs } = (await probe(tools, task, "mp4")) ?? {};
  return {
    streams: streams.map(({ codec, width, height }) => ({ codec, width, height })),
    durationMs,
  };
}

/** The bytes of one frame, as it is stored. */
function bytesOfFrame(path: string): number {
  const args = ["-loglevel", "error", "-i", path, "-frames:v", "1", "-f", "rawvideo", "-"];
  return spawnSync(tools.programs.ffmpeg, args, { maxBuffer: 50_000_000 }).stdout.length;
}

const x264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"];

describe("each codec in each container becomes h264 and aac in an mp4 that begins with its index", () => {
  test.each([
    ["h264 and aac in mp4", "mp4", [...x264, "-c:a", "aac"]],
    [
      "hevc in mov",
      "mov",
      ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none", "-c:a", "aac"],
    ],
    [
      "vp8 and vorbis in webm",
      "webm",
      ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-c:a", "libvorbis"],
    ],
    [
      "vp9 and opus in webm",
      "webm",
      ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-c:a", "libopus"],
    ],
    ["ProRes and PCM in mov", "mov", ["-c:v", "prores_ks", "-c:a", "pcm_s24le"]],
    [
      "DNxHR in mov",
      "mov",
      ["-c:v", "dnxhd", "-profile:v", "dnxhr_sq", "-pix_fmt", "yuv422p", "-s", "256x144"],
    ],
    ["MPEG-4 ASP and MP3 in avi", "avi", ["-c:v", "mpeg4", "-c:a", "libmp3lame"]],
    ["Motion JPEG and ADPCM in avi", "avi", ["-c:v", "mjpeg", "-c:a", "adpcm_ms"]],
    ["H.263 in 3gp", "3gp", ["-c:v", "h263", "-s", "176x144", "-c:a", "aac"]],
    ["h264 and AC-3 in mts", "mts", [...x264, "-c:a", "ac3"]],
    ["MPEG-2 in ts", "ts", ["-c:v", "mpeg2video", "-c:a", "mp2"]],
    [
      "av1 in mkv",
      "mkv",
      ["-c:v", "libaom-av1", "-strict", "-2", "-cpu-used", "8", "-c:a", "libopus"],
    ],
  ])("%s", async (_what, extension, args) => {
    const video = await makeMedia(
      [...testPicture("160x90", 0.4), ...testTone(0.4)],
      args,
      extension,
    );
    const { rendering, path } = await renderAll(video);
    const [, size] = args.slice(args.indexOf("-s"));
    const [, height] = (args.includes("-s") ? String(size) : "160x90").split("x").map(Number);
    expect(rendering).toMatchObject({ height });

    const { streams, durationMs } = await probeMade(path("large"));
    expect(streams).toEqual([
      { codec: "h264", width: expect.any(Number), height },
      { codec: "aac" },
    ]);
    const pixels = Number(streams[0]?.width) * Number(height);
    // 4:2:0 with 8 bits.
    expect(bytesOfFrame(path("large"))).toBe(pixels * 1.5);
    expect(Math.abs(Number(durationMs) - 400)).toBeLessThan(200);
    const head = (await sharpless(path("large"))).subarray(0, 64).toString("latin1");
    expect(head.indexOf("moov")).toBeGreaterThan(0);
    expect((await sharp(path("thumb")).metadata()).format).toBe("webp");
    expect((await sharp(path("social")).metadata()).format).toBe("jpeg");
  });
});

const sharpless = async (path: string): Promise<Buffer> => {
  const { readFile } = await import("node:fs/promises");
  return readFile(path);
};

test("a large video gets at most 1280 px, an odd one even sides, and a silent one no audio", async () => {
  const video = await makeMedia(
    testPicture("1601x901", 0.2),
    [...x264.slice(0, 4), "-pix_fmt", "yuv444p"],
    "mkv",
  );
  const { path } = await renderAll(video);
  const { streams } = await probeMade(path("large"));
  expect(streams).toEqual([{ codec: "h264", width: 1_280, height: 720 }]);
});

/** Red on the left, blue on the right. */
const halves = [
  "-f",
  "lavfi",
  "-i",
  "color=red:size=120x120:duration=0.2[l];color=blue:size=120x120:duration=0.2[r];[l][r]hstack",
];

async function edges(path: string): Promise<string> {
  const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true });
  const colorAt = (x: number, y: number) => {
    const at = (y * info.width + x) * info.channels;
    return (data[at] ?? 0) > (data[at + 2] ?? 0) ? "red" : "blue";
  };
  const [x, y] = [Math.floor(info.width / 2), Math.floor(info.height / 2)];
  return info.width > info.height
    ? `left ${colorAt(5, y)}, right ${colorAt(info.width - 6, y)}`
    : `top ${colorAt(x, 5)}, bottom ${colorAt(x, info.height - 6)}`;
}

describe("rotations are applied to the video and its pictures", () => {
  test.each([
    [0, "left red, right blue"],
    [90, "top red, bottom blue"],
    [180, "left blue, right red"],
    [270, "top blue, bottom red"],
  ] as const)("the rotation of the option, by %d° clockwise", async (rotation, seen) => {
    const { path, rendering } = await renderAll(await makeMedia(halves, x264, "mp4"), { rotation });
    expect(await edges(path("thumb"))).toBe(seen);
    expect(rendering).toMatchObject(
      rotation % 180 === 0 ? { width: 240, height: 120 } : { width: 120, height: 240 },
    );
  });

  test("the rotation of the camera, from a matrix", async () => {
    const held = await makeMedia(halves, x264, "mp4");
    const matrix = held.indexOf("tkhd") + 44;
    // A quarter turn clockwise, in numbers with 16 bits behind the point.
    for (const [at, number] of [0, 1, 0, -1, 0].entries()) {
      held.writeInt32BE(number * 2 ** 16, matrix + at * 4);
    }
    const { path, rendering } = await renderAll(held);
    expect(rendering).toMatchObject({ width: 120, height: 240 });
    expect(await edges(path("thumb"))).toBe("top red, bottom blue");
  });
});

test("shows a frame that is not black if the video begins black", async () => {
  const video = await makeMedia(
    [
      "-f",
      "lavfi",
      "-i",
      "color=black:size=160x90:duration=1.2:rate=10[b];testsrc2=size=160x90:duration=0.8:rate=10[t];[b][t]concat",
    ],
    x264,
    "mp4",
  );
  const { path } = await renderAll(video);
  const { channels } = await sharp(path("thumb")).stats();
  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(40);
});

test("publishes no metadata about location, time and program", async () => {
  const video = await makeMedia(
    [...testPicture("64x64", 0.2), ...testTone(0.2)],
    [
      ...x264,
      "-metadata",
      "title=a secret line",
      "-metadata",
      "location=+48.1+011.5/",
      "-metadata",
      "creation_time=2024-05-01T12:00:00Z",
      "-metadata:s:v",
      "handler_name=a secret line",
    ],
    "mov",
  );
  expect(video.includes("a secret line")).toBe(true);
  const { path } = await renderAll(video);
  const made = await sharpless(path("large"));
  for (const secret of ["a secret line", "+48.1", "2024", "x264", "Lav"])
    expect(made.includes(secret)).toBe(false);
});

test.each<[string, readonly string[], readonly string[]]>([
  ["whose last frame stays", ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=1:duration=3"], []],
  ["whose sound is longer", [...testPicture("64x48", 0.4), ...testTone(1.2)], ["-c:a", "aac"]],
  ["that begins late", testPicture("64x48", 1), ["-output_ts_offset", "5"]],
])("the duration of a video %s is that of the file that is played", async (_what, inputs, args) => {
  const video = await makeMedia(inputs, [...x264, ...args], "mkv");
  const { rendering, path } = await renderAll(video);
  const { durationMs } = await probeMade(path("large"));
  const { duration } = rendering.metadata ?? {};
  expect(Math.abs(Number(duration) * 1_000 - Number(durationMs))).toBeLessThanOrEqual(10);
});

test("reports its progress", async () => {
  const seen: number[] = [];
  const video = await makeMedia(testPicture("320x240", 3), x264, "mp4");
  await renderAll(video, { onProgress: async (progress) => void seen.push(progress) });
  expect(seen.length).toBeGreaterThan(0);
  for (const progress of seen) expect(progress >= 0 && progress <= 1).toBe(true);
});

describe("subtitles do not prevent rendering", () => {
  test.each([
    ["in mp4", "mp4", "mov_text"],
    ["in mkv", "mkv", "srt"],
    ["with styles in mkv", "mkv", "ass"],
    ["in webm", "mkv", "webvtt"],
  ])("%s", async (_what, extension, codec) => {
    const subtitles = join(await mkdtemp(join(root, "subtitles-")), "made.srt");
    await writeFile(subtitles, "1\n00:00:00,000 --> 00:00:00,200\nHello\n\n");
    const video = await makeMedia(
      [...testPicture("64x48", 0.4), ...testTone(0.4), "-i", subtitles],
      [...["-map", "0", "-map", "1", "-map", "2", "-c:s", codec], ...x264, "-c:a", "aac"],
      extension,
    );
    const { path } = await renderAll(video);
    const { streams } = await probeMade(path("large"));
    expect(streams.map(({ codec }) => codec)).toEqual(["h264", "aac"]);
  });
});

describe("a video that cannot be converted is reported", () => {
  test("when it is too long, even if its header has no duration", async () => {
    const caps = { ...tools.caps, videoMaxDurationMs: 500 };
    const long = await makeMedia(testPicture("64x64", 1), x264, "mp4");
    const live = await makeMedia(
      testPicture("64x64", 1),
      [...x264, "-f", "matroska", "-live", "1"],
      "mkv",
    );
    for (const video of [long, live]) {
      expect(await render(video, {}, { caps })).toMatchObject({ ok: false, problem: "too_large" });
    }
  });

  test("when its codec is not accepted, as ffmpeg reports it", async () => {
    const video = await makeMedia(testPicture("64x64", 0.2), ["-c:v", "zmbv"], "mkv");
    const directory = await mkdtemp(join(root, "job-"));
    await writeFile(join(directory, "original"), video);
    const task = taskIn(tools, directory);
    const media = { kind: "video", format: "mkv", contentType: "video/x-matroska" } as const;
    const rendering = await renderVideo(tools, media, task);
    task.pictures.release();
    expect(rendering).toMatchObject({ ok: false, problem: "unsupported_codec" });
  });

  test.each(["mp4", "mts"])("when ffmpeg lacks a feature, in %s", async (extension) => {
    const deep = [...x264.slice(0, 4), "-pix_fmt", "yuv420p10le"];
    const video = await makeMedia(testPicture("64x64", 0.4), deep, extension);
    // The beginning of its parameters. Colors get 9 bits, and brightness 10.
    const parameters = video.indexOf(Buffer.from([0x67, 110, 0, 10, 0xa6]));
    expect(parameters).toBeGreaterThan(0);
    video[parameters + 5] = (video[parameters + 5] ?? 0) & ~0x40;
    expect(await render(video)).toMatchObject({
      ok: false,
      problem: "unsupported_codec",
      detail: expect.stringContaining("Different chroma and luma bit depth is not implemented"),
    });
  });

  test("when no frames follow its index", async () => {
    const video = await makeMedia(
      testPicture("64x64", 0.2),
      [...x264, "-movflags", "+faststart"],
      "mp4",
    );
    const emptied = Buffer.from(video);
    emptied.fill(0, video.indexOf("mdat") + 4);
    expect(await render(emptied)).toMatchObject({ ok: false, problem: "broken" });
  });

  test("a decoder that exceeds its time or memory dies, so that the job is retried", async () => {
    const video = await makeMedia(testPicture("640x480", 1), x264, "mp4");
    const videoLimits = { ...tools.videoLimits, memoryBytes: 20 * 1024 * 1024 };
    await expect(render(video, {}, { videoLimits })).rejects.toMatchObject({ name: "DecoderDied" });
    const stop = new AbortController();
    stop.abort(new Error("the process ends"));
    await expect(render(video, { signal: stop.signal })).rejects.toThrow("the process ends");
  });
});
