import { tmpdir } from "node:os";
import { findFfmpeg } from "@polls/devstack";
import { loadConfig } from "../src/config";
import { findConfinement } from "../src/confined/confinement";
import { openTools } from "../src/deps";
import { askFfmpeg } from "../src/ffmpeg/abilities";
import type { RenderTask, RenderTools } from "../src/rendering";

// biome-ignore lint/style/noProcessEnv: the test runner speaks by the environment
const environment = process.env;
export const found = findFfmpeg({ ffmpeg: environment.FFMPEG_PATH });
const config = loadConfig({
  DATABASE_URL: "postgresql://nobody@127.0.0.1/none",
  PATH: environment.PATH,
  FFMPEG_PATH: found?.ffmpeg,
});

let asked: ReturnType<typeof askFfmpeg> | undefined;

/** The tools of a worker with this machine's ffmpeg. The caller closes its processes. */
export async function renderTools(
  changes: Partial<typeof config.tools> = {},
): Promise<RenderTools> {
  const confinement = await findConfinement(config.searchPath);
  const { signal } = new AbortController();
  asked ??= askFfmpeg(config.tools.programs.ffmpeg, confinement, { wallMs: 60_000, signal });
  const tools = { ...config.tools, ...changes };
  return openTools({ ...config, tools, workRoot: tmpdir() }, confinement, await asked);
}

/** A task in a directory whose file is named `original`. The caller releases its pictures. */
export const taskIn = (
  { pictures }: Pick<RenderTools, "pictures">,
  directory: string,
  changes: Partial<RenderTask> = {},
): RenderTask => ({
  directory,
  input: "original",
  rotation: 0,
  pictures: pictures.of({ poll: "1", directory, fresh: false }),
  signal: new AbortController().signal,
  isFinal: () => false,
  onProgress: async () => {},
  ...changes,
});
