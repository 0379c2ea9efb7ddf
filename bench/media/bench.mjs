// How long the media worker takes beside the bare tools, and what memory it needs:
// `npm run bench:media [-- --rounds 5 --memory --save] [file …]`.
import { writeFileSync } from "node:fs";
import os from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { filmCommand, image, stayingScript } from "./bare.mjs";
import { films, images } from "./files.mjs";
import { peakMemory } from "./memory.mjs";
import { inspect, render, root, work } from "./stage.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "5" },
    memory: { type: "boolean", default: false },
    save: { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds);
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

async function time(run) {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

/** Each round takes all in turn, so that what else the machine does falls on all of them. */
async function race(file, media) {
  const ours = async () => {
    const rendering = await render(file, media, join(work, "job"));
    if (!rendering?.ok) throw new Error(`${file}: ${rendering?.detail}`);
  };
  const staying = media.kind === "image" ? stayingScript() : undefined;
  const film = media.kind === "video" ? await filmCommand(file, media) : undefined;
  const contestants = {
    ours,
    tool: film ?? (() => image(file)),
    ...(staying && { staying: () => staying.image(file) }),
  };
  const times = {};
  for (const run of Object.values(contestants)) await run();
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, run] of Object.entries(contestants)) {
      times[name] = [...(times[name] ?? []), await time(run)];
    }
  }
  staying?.end();
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}

const rows = [];
const files = positionals.length > 0 ? positionals.map((file) => resolve(file)) : [];
for (const file of files.length > 0 ? files : [...images(), ...films()]) {
  const inspection = await inspect(file);
  if (!inspection.ok) throw new Error(`${file}: ${inspection.detail}`);
  const { media } = inspection;
  if (media.kind !== "image" && media.kind !== "video") continue;
  const { ours, tool, staying } = await race(file, media);
  const rate = (ms) => Number(((media.kind === "image" ? 1_000 : 60_000) / ms).toFixed(2));
  rows.push({
    file: basename(file),
    unit: media.kind === "image" ? "images/s" : "videos/min",
    worker: rate(ours),
    tool: rate(tool),
    ratio: Number((tool / ours).toFixed(2)),
    ...(staying && {
      stayingScript: rate(staying),
      ratioToIt: Number((staying / ours).toFixed(2)),
    }),
  });
}
console.table(rows);
const memory = values.memory ? await peakMemory() : undefined;
if (memory !== undefined) console.table(memory);

if (values.save) {
  const machine = { cpu: os.cpus()[0]?.model, cores: os.cpus().length, node: process.version };
  const results = {
    date: new Date().toISOString(),
    machine,
    rounds,
    rows,
    ...(memory && { memory }),
  };
  writeFileSync(
    join(root, "bench/results/media.json"),
    `${JSON.stringify(results, undefined, 2)}\n`,
  );
}
