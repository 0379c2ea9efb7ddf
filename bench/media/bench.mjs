#!/usr/bin/env node
// How long the media worker takes beside the bare tools, on pictures and films made here or given.
//   npx tsc -b services/media-worker && node bench/media/bench.mjs [file …]
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const require = createRequire(join(root, "services/media-worker/package.json"));
const built = (name) => require(join(root, "services/media-worker/dist", name));
const { inspectMedia } = require("@polls/media");
const { loadConfig } = built("config.js");
const { findConfinement } = built("confined/confinement.js");
const { withFileSource } = built("file-source.js");
const { renderers } = built("renderers.js");

const RUNS = 5;
const work = mkdtempSync(join(tmpdir(), "bench-media-"));
const config = loadConfig({
  DATABASE_URL: "postgresql://nobody@127.0.0.1/none",
  PATH: process.env.PATH,
});
const tools = { ...config.tools, confinement: await findConfinement(config.searchPath) };

/** The same derivatives by the tool alone: no limits, no checks; sharp in a process of its own. */
const bareSharp = `
const sharp = require("sharp");
sharp.cache(false); sharp.concurrency(1);
(async () => {
  const { data, info } = await sharp(process.argv[1]).autoOrient().resize(2048, 2048, { fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb").raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const from = () => sharp(data, { raw });
  await from().webp({ quality: 80, smartSubsample: true }).toBuffer();
  await from().resize(400, 400, { fit: "inside" }).webp({ quality: 80, smartSubsample: true }).toBuffer();
  await from().resize(1200, 630).flatten().jpeg({ quality: 82, progressive: true }).toBuffer();
  await from().resize(1200, 630).webp({ quality: 80, smartSubsample: true }).toBuffer();
})();`;

const bare = {
  image: (file) =>
    execFileSync(process.execPath, ["-e", bareSharp, file], {
      cwd: join(root, "services/media-worker"),
    }),
  video: (file) => {
    const scale =
      "scale=w='min(1280,iw)':h='min(1280,ih)':force_original_aspect_ratio=decrease:force_divisible_by=2,format=yuv420p";
    execFileSync("ffmpeg", [
      ...["-nostdin", "-loglevel", "error", "-y", "-threads", "2", "-i", file, "-vf", scale],
      ...[
        "-c:v",
        "libx264",
        "-preset",
        "veryfast",
        "-crf",
        "23",
        "-maxrate",
        "4M",
        "-bufsize",
        "8M",
        "-g",
        "120",
      ],
      ...[
        "-threads",
        "2",
        "-c:a",
        "aac",
        "-b:a",
        "128k",
        "-movflags",
        "+faststart",
        join(work, "bare.mp4"),
      ],
    ]);
  },
  audio: (file) =>
    execFileSync("ffmpeg", [
      "-nostdin",
      "-loglevel",
      "error",
      "-i",
      file,
      "-vn",
      "-f",
      "null",
      "-",
    ]),
};

async function ours(file, media) {
  const directory = mkdtempSync(join(work, "job-"));
  copyFileSync(file, join(directory, "original"));
  const rendering = await renderers[media.kind](tools, media, {
    directory,
    input: "original",
    rotation: 0,
    signal: new AbortController().signal,
    onProgress: async () => {},
  });
  rmSync(directory, { recursive: true });
  if (!rendering.ok) throw new Error(`${file}: ${rendering.problem}: ${rendering.detail}`);
}

async function median(run) {
  const times = [];
  for (let n = 0; n < RUNS; n += 1) {
    const began = performance.now();
    await run();
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)];
}

function makeFiles() {
  mkdirSync(join(work, "made"));
  const made = (name, args) => {
    const path = join(work, "made", name);
    const { status, stderr } = spawnSync("ffmpeg", [
      "-nostdin",
      "-loglevel",
      "error",
      ...args,
      path,
    ]);
    if (status !== 0) throw new Error(String(stderr));
    return path;
  };
  const scene = (size, seconds) => [
    "-f",
    "lavfi",
    "-i",
    `testsrc2=size=${size}:rate=25:duration=${seconds},noise=alls=20:allf=t`,
  ];
  return [
    made("12-megapixels.jpg", [...scene("4000x3000", 0.04), "-frames:v", "1", "-q:v", "3"]),
    made("1-megapixel.png", [...scene("1200x900", 0.04), "-frames:v", "1"]),
    made("full-hd-10-s.mp4", [
      ...scene("1920x1080", 10),
      "-c:v",
      "libx264",
      "-preset",
      "ultrafast",
    ]),
    made("3-minutes.mp3", ["-f", "lavfi", "-i", "sine=frequency=440:duration=180"]),
  ];
}

try {
  const files =
    process.argv.length > 2 ? process.argv.slice(2).map((file) => resolve(file)) : makeFiles();
  console.log(
    `${"file".padEnd(28)} ${"kB".padStart(7)} ${"ours ms".padStart(8)} ${"bare ms".padStart(8)} ${"ratio".padStart(6)}`,
  );
  for (const file of files) {
    const inspection = await withFileSource(file, inspectMedia);
    if (!inspection.ok) throw new Error(`${file}: ${inspection.detail}`);
    const { media } = inspection;
    const mine = await median(() => ours(file, media));
    const alone = await median(() => bare[media.kind](file));
    const size = Math.round(readFileSync(file).length / 1_000);
    console.log(
      `${basename(file).padEnd(28)} ${String(size).padStart(7)} ${mine.toFixed(0).padStart(8)} ${alone.toFixed(0).padStart(8)} ${(mine / alone).toFixed(2).padStart(6)}`,
    );
  }
} finally {
  rmSync(work, { recursive: true });
}
