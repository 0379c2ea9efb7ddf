// Covers docs/reference/media.md: codecs
// Covers docs/reliability.md: confined-decoders

import { guardedInput } from "../ffmpeg/run-ffmpeg";
import { measureArguments, videoArguments } from "./command";

const base = {
  input: "original",
  output: { video: "video.mp4", stills: "still-%d.tiff", glances: "glances" },
  format: "mkv",
  video: { videoIndex: 1, audioIndex: 3 },
  plan: { size: { width: 640, height: 360 }, rotation: 0, toneMap: false },
  frameTimes: "-fps_mode",
  durationMs: 10_000,
  maxDurationMs: 7_200_000,
} as const;

const argumentOf = (args: readonly string[], option: string) => args[args.indexOf(option) + 1];

test("selects the chosen picture and audio, and drops all metadata", () => {
  const args = videoArguments(base);
  expect(args.filter((_, at) => args[at - 1] === "-map")).toEqual([
    "[video]",
    "0:3",
    "[stills]",
    "[glances]",
  ]);
  expect(argumentOf(args, "-map_metadata")).toBe("-1");
  expect(argumentOf(args, "-map_chapters")).toBe("-1");
  expect(args).toEqual(expect.arrayContaining(["-sn", "-dn", "+faststart"]));
  for (const output of Object.values(base.output)) expect(args).toContain(output);
});

test("measures the chosen video stream, not a cover before it", () => {
  expect(argumentOf(measureArguments("original", "mkv", 2), "-map")).toBe("0:2");
});

test("reads no more than the maximum duration, for the video and its stills", () => {
  const args = videoArguments(base);
  expect(argumentOf(args.slice(0, args.indexOf("-i")), "-t")).toBe("7200");
});

test("writes a bounded number of stills for any timestamps", () => {
  const args = videoArguments(base);
  for (const output of ["[stills]", "[glances]"]) {
    expect(argumentOf(args.slice(args.indexOf(output)), "-frames:v")).toBe("8");
  }
});

test.each(["-fps_mode", "-vsync"] as const)("keeps the times of all frames by %s", (frameTimes) => {
  const args = videoArguments({ ...base, frameTimes });
  expect(args.filter((_, at) => args[at - 1] === frameTimes)).toEqual(["vfr", "vfr", "vfr"]);
});

test("a silent video stays silent", () => {
  const args = videoArguments({ ...base, video: { videoIndex: 0 } });
  expect(args).toContain("-an");
  expect(args).not.toContain("aac");
});

test.each([
  [0, "scale=640:360:flags=bicubic,setsar=1,format=yuv420p"],
  [90, "transpose=clock,scale=640:360:flags=bicubic,setsar=1,format=yuv420p"],
  [180, "hflip,vflip,scale=640:360:flags=bicubic,setsar=1,format=yuv420p"],
  [270, "transpose=cclock,scale=640:360:flags=bicubic,setsar=1,format=yuv420p"],
] as const)("rotates by %d°, then scales", (rotation, filters) => {
  const args = videoArguments({ ...base, plan: { ...base.plan, rotation } });
  expect(argumentOf(args, "-filter_complex")).toContain(`[0:1]${filters},split[video][seen];`);
});

test("maps high dynamic range last, on the small picture, and limits the frame rate", () => {
  const args = videoArguments({ ...base, plan: { ...base.plan, toneMap: true, frameRate: 60 } });
  expect(argumentOf(args, "-filter_complex")).toMatch(
    /^\[0:1\]fps=60,scale=640:360:flags=bicubic,zscale=.*tonemap/,
  );
});

test.each([
  ["transcoding", videoArguments(base)],
  ["measuring", measureArguments("original", "mkv", 1)],
])("%s opens one format, by one protocol, with known decoders", (_what, args) => {
  const before = args.slice(0, args.indexOf("-i"));
  expect(argumentOf(before, "-protocol_whitelist")).toBe("file");
  expect(["mov,mp4,m4a,3gp,3g2,mj2", "matroska,webm"]).toContain(
    argumentOf(before, "-format_whitelist"),
  );
  expect(["mov", "matroska"]).toContain(argumentOf(before, "-f"));
  expect(Number(argumentOf(before, "-max_pixels"))).toBe(50_000_000);
  expect(argumentOf(before, "-codec_whitelist")).not.toMatch(/hls|concat|subrip|ass/);
});

test("refuses formats that are neither video nor audio", () => {
  expect(() => guardedInput("jpeg")).toThrow(TypeError);
});
