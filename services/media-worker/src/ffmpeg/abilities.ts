// biome-ignore lint/style/noRestrictedImports: ffmpeg prints what it can do and ends
import { execFile } from "node:child_process";
import { promisify } from "node:util";

export interface FfmpegAbilities {
  readonly version: string;
  readonly decoders: ReadonlySet<string>;
  readonly encoders: ReadonlySet<string>;
  readonly filters: ReadonlySet<string>;
  /** The option that keeps the times of frames. ffmpeg 5.1 renamed it, and 9 removed the old name. */
  readonly frameTimes: FrameTimesOption;
}

export type FrameTimesOption = "-fps_mode" | "-vsync";

const MAX_BYTES = 4_000_000;

/** Asks an ffmpeg what it can do. Undefined if there is no such program. */
export async function askFfmpeg(
  ffmpeg: string,
  environment: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<FfmpegAbilities | undefined> {
  const ask = async (...args: readonly string[]): Promise<string> => {
    const options = { signal, env: environment, maxBuffer: MAX_BYTES };
    return (await promisify(execFile)(ffmpeg, ["-hide_banner", ...args], options)).stdout;
  };
  const version = await ask("-version").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (version === undefined) return undefined;
  const [decoders = "", encoders = "", filters = "", options = ""] = await Promise.all([
    ask("-decoders"),
    ask("-encoders"),
    ask("-filters"),
    ask("-h", "long"),
  ]);
  return {
    version: /^ffmpeg version (\S+)/.exec(version)?.[1] ?? "of no version",
    decoders: namesIn(decoders),
    encoders: namesIn(encoders),
    filters: namesIn(filters),
    frameTimes: frameTimesOption(options),
  };
}

/** The names in a list of ffmpeg: the second word of each line below the header. */
export const namesIn = (list: string): ReadonlySet<string> =>
  new Set([...list.matchAll(/^ \S+ +(\S+)/gm)].map(([, name = ""]) => name));

/** The option in a list of all options. */
export const frameTimesOption = (options: string): FrameTimesOption =>
  /^-fps_mode\b/m.test(options) ? "-fps_mode" : "-vsync";
