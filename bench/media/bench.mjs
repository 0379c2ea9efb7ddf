// Throughput of the media worker compared with the bare tools, and its memory:
// `npm run bench:media [-- --rounds 5 --pictures 12 --films 2 --memory --save] [file …]`.

import { readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { run } from "../../scripts/setup/children.mjs";
import { machine, median, save } from "../report.mjs";
import { films, images } from "./files.mjs";
import { mostMb, peakMemory, tooMuch } from "./memory.mjs";
import { upload, workOn } from "./worker.mjs";
import { concurrency, ffmpeg, inspect, work } from "./worker-tools.mjs";

/** Length of a tick in /proc. */
const TICK_MS = 10;

/** Processor time in ms of this process and of its ended children; NaN without /proc. */
function processorMs() {
  try {
    const facts = readFileSync("/proc/self/stat", "latin1");
    const fields = facts.slice(facts.lastIndexOf(")") + 2).split(" ");
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
  } catch {
    return Number.NaN;
  }
}

/** Elapsed time and CPU time of a piece of work; its processes must have ended. */
async function measure(run) {
  const [began, used] = [performance.now(), processorMs()];
  await run();
  return { ms: performance.now() - began, processorMs: processorMs() - used };
}

const script = fileURLToPath(new URL("bare-pictures.mjs", import.meta.url));

/** Renders the derivatives of pictures in a minimal script. */
const barePictures = (files, atOnce) =>
  run(process.execPath, [script, String(atOnce), work, ...files]);

/** Encodes a video like the worker, with a command line and without stills. */
const bareVideo = (file) =>
  run(ffmpeg, [
    ...["-nostdin", "-loglevel", "error", "-y", "-threads", "2", "-i", file],
    ...["-vf", "scale=w=1280:h=1280:force_original_aspect_ratio=decrease:force_divisible_by=2"],
    ...["-sws_flags", "bicubic", "-pix_fmt", "yuv420p"],
    ...["-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-profile:v", "high"],
    ...["-maxrate", "4M", "-bufsize", "8M", "-g", "120", "-threads", "2"],
    ...["-c:a", "aac", "-b:a", "128k", "-ac", "2", "-ar", "48000", "-movflags", "+faststart"],
    join(work, "bare.mp4"),
  ]);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "5" },
    pictures: { type: "string", default: "12" },
    films: { type: "string", default: "2" },
    memory: { type: "boolean", default: false },
    save: { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds);
const times = (count, thing) => Array.from({ length: count }, () => thing);

async function bareVideos(files) {
  for (const file of files) await bareVideo(file);
}

/** The measurements of each kind: continuous files of one poll, and a single file. */
const measures = {
  image: [
    {
      of: "stream",
      unit: "images/s",
      perMs: 1_000,
      count: Number(values.pictures),
      atOnce: concurrency.pictures,
      bare: barePictures,
    },
    { of: "one alone", unit: "ms", count: 1, atOnce: 1, bare: barePictures },
  ],
  video: [
    {
      of: "stream",
      unit: "films/min",
      perMs: 60_000,
      count: Number(values.films),
      atOnce: concurrency.films,
      bare: bareVideos,
    },
  ],
};

/** Each round runs both, so that other load affects both. */
async function race(file, uploaded, { of, unit, perMs, count, atOnce, bare }) {
  const contestants = {
    worker: () => workOn(times(count, uploaded), atOnce),
    tool: () => bare(times(count, file), atOnce),
  };
  const seen = { worker: [], tool: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, run] of Object.entries(contestants)) seen[name].push(await measure(run));
  }
  const middle = (name, what) => median(seen[name].map((one) => one[what])) / count;
  const shown = (ms) => Number((perMs === undefined ? ms : perMs / ms).toFixed(perMs ? 2 : 0));
  const [ours, tool] = [middle("worker", "ms"), middle("tool", "ms")];
  const [used, toolUsed] = [middle("worker", "processorMs"), middle("tool", "processorMs")];
  return {
    file: basename(file),
    of,
    unit,
    worker: shown(ours),
    tool: shown(tool),
    ratio: Number((tool / ours).toFixed(2)),
    workerProcessorMs: Math.round(used),
    toolProcessorMs: Math.round(toolUsed),
    ratioOfProcessorTime: Number((toolUsed / used).toFixed(2)),
  };
}

const rows = [];
const given = positionals.map((file) => resolve(file));
for (const file of given.length > 0 ? given : [...images(), ...films()]) {
  const inspection = await inspect(file);
  if (!inspection.ok) throw new Error(`${file}: ${inspection.detail}`);
  const { media } = inspection;
  const uploaded = await upload(file, media);
  for (const one of measures[media.kind] ?? []) rows.push(await race(file, uploaded, one));
}
console.log(`${machine()}, medians of ${rounds} rounds`);
console.table(rows);
const memory = values.memory ? await peakMemory() : undefined;
if (memory !== undefined) {
  console.table(memory);
  for (const problem of tooMuch(memory)) {
    console.error(`above ${mostMb} MB, or not shown: ${problem}`);
    process.exitCode = 1;
  }
}

if (values.save) {
  const date = new Date().toISOString();
  const memoryRows = memory === undefined ? {} : { memory };
  save({ "media.json": { date, machine: machine(), rounds, rows, ...memoryRows } });
}
