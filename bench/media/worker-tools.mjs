// The built worker's code and the programs of this machine, for the scripts here.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
export const require = createRequire(join(root, "services/media-worker/package.json"));
export const built = (name) => require(join(root, "services/media-worker/dist", name));
const { findFfmpeg } = require("@polls/devstack");

const found = findFfmpeg({ ffmpeg: process.env.FFMPEG_PATH });
if (found === undefined) throw new Error("there is no ffmpeg here");
export const { ffmpeg } = found;
export const programs = {
  PATH: process.env.PATH,
  FFMPEG_PATH: ffmpeg,
};
const config = built("config.js").loadConfig({
  DATABASE_URL: "postgresql://polls@127.0.0.1/none",
  ...programs,
});
export const work = mkdtempSync(join(tmpdir(), "bench-media-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));

export const concurrency = { pictures: config.concurrency, films: config.videoConcurrency };

const confinement = await built("confined/confinement.js").findConfinement(config.searchPath);
const { openTools } = built("deps.js");
const settings = { ...config, workRoot: work };
const abilities = await built("ffmpeg/abilities.js").askFfmpeg(ffmpeg, confinement, {
  wallMs: 60_000,
  signal: AbortSignal.timeout(60_000),
});
export const tools = openTools(settings, confinement, abilities);

/** Inspects a file as the gateway and the worker do. */
export const inspect = (file) =>
  built("file-source.js").withFileSource(file, require("@polls/media").inspectMedia);

/** Makes the derivatives of a file as the worker does; undefined where there are none. */
export async function render(file, media, directory, changes = {}) {
  mkdirSync(directory, { recursive: true });
  copyFileSync(file, join(directory, "original"));
  const own = openTools(
    { ...settings, tools: { ...config.tools, ...changes.tools } },
    changes.confinement ?? confinement,
    abilities,
  );
  try {
    return await built("processors/render-original.js").renderers[media.kind]?.(own, media, {
      directory,
      input: "original",
      rotation: 0,
      pictures: own.pictures.of({ poll: "1", directory, fresh: true }),
      signal: new AbortController().signal,
      onProgress: async () => {},
    });
  } finally {
    await own.pictures.close();
  }
}
