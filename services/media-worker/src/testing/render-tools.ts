import { findFfmpeg } from "@polls/devstack";
import { loadConfig } from "../config";
import { findConfinement } from "../confined/confinement";
import type { RenderTask, RenderTools } from "../rendering";

// biome-ignore lint/style/noProcessEnv: the test runner speaks by the environment
const environment = process.env;
const found = findFfmpeg({ ffmpeg: environment.FFMPEG_PATH, ffprobe: environment.FFPROBE_PATH });
const config = loadConfig({
  DATABASE_URL: "postgresql://nobody@127.0.0.1/none",
  PATH: environment.PATH,
  FFMPEG_PATH: found?.ffmpeg,
  FFPROBE_PATH: found?.ffprobe,
});

/** The tools a worker has on this machine, with its own ffmpeg or the one of npm, with its usual limits. */
export async function renderTools(changes: Partial<RenderTools> = {}): Promise<RenderTools> {
  const confinement = await findConfinement(config.searchPath);
  return { ...config.tools, confinement, ...changes };
}

/** A task in a directory whose file is called `original`. */
export const taskIn = (directory: string, changes: Partial<RenderTask> = {}): RenderTask => ({
  directory,
  input: "original",
  rotation: 0,
  signal: new AbortController().signal,
  onProgress: async () => {},
  ...changes,
});
