// What memory the process that opens a picture takes at its most, for pictures of 100 megapixels.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { kinds, picture } from "./files.mjs";
import { inspect, render, tools, work } from "./stage.mjs";

const MEGAPIXELS = 100;

/** Told by the process itself before it answers. */
const peakFile = join(work, "peak");
const report = `const { write } = process.stdout;
process.stdout.write = (...args) => {
  const peak = String(process.resourceUsage().maxRSS);
  require("node:fs").writeFileSync(${JSON.stringify(peakFile)}, peak);
  return write.apply(process.stdout, args);
};`;

export async function peakMemory() {
  const hook = join(work, "report.cjs");
  writeFileSync(hook, report);
  const { environment } = tools.confinement;
  const confinement = {
    ...tools.confinement,
    environment: { ...environment, NODE_OPTIONS: `--require ${hook}` },
  };
  const pictureLimits = { ...tools.pictureLimits, memoryBytes: 4 * 1024 ** 3, wallMs: 300_000 };
  const rows = [];
  for (const kind of kinds) {
    const file = await picture(kind, MEGAPIXELS);
    const inspection = await inspect(file);
    const directory = join(work, "job");
    const changes = { confinement, tools: { pictureLimits } };
    const rendering = await render(file, inspection.media, directory, changes);
    const peak = Number(readFileSync(peakFile, "utf8")) / 1024;
    rows.push({
      picture: `${MEGAPIXELS} megapixels, ${kind}`,
      shown: rendering.ok,
      peakMb: Math.round(peak),
    });
    rmSync(file);
  }
  return rows;
}
