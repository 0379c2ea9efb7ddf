import { tmpdir } from "node:os";
import type { Confinement } from "../confined/confinement";
import { runConfined } from "../confined/run-confined";
import { DecoderDied, errorOfTimeout } from "../confined/spawn-confined";

export interface FfmpegAbilities {
  /** What it says of itself: its version, how it was built, and the versions of its libraries. */
  readonly build: string;
  readonly version: string;
  readonly decoders: ReadonlySet<string>;
  readonly encoders: ReadonlySet<string>;
  readonly filters: ReadonlySet<string>;
  /** The option that keeps the times of frames. ffmpeg 5.1 renamed it, and 9 removed the old name. */
  readonly frameTimes: FrameTimesOption;
}

export type FrameTimesOption = "-fps_mode" | "-vsync";

const limits = { cpuSeconds: 60, memoryBytes: 1_024 * 1_024 * 1_024, fileBytes: 0 };

/** The exit code of a shell, and of the programs of the confinement, for a missing program. */
const NO_PROGRAM = 127;

interface AskOptions {
  readonly wallMs: number;
  readonly signal: AbortSignal;
  readonly known?: FfmpegAbilities | undefined;
}

/**
 * Asks an ffmpeg what it can do. Undefined if there is no such program. If it does not answer within
 * `wallMs`, throws `DecoderStarved` if the machine is busy, and `DecoderHung` otherwise. `known` is
 * what it could do before, which the same build is not asked again.
 */
export async function askFfmpeg(
  ffmpeg: string,
  confinement: Confinement,
  { wallMs, signal, known }: AskOptions,
): Promise<FfmpegAbilities | undefined> {
  const endsAt = performance.now() + wallMs;
  const ask = async (...args: readonly string[]): Promise<string | undefined> => {
    const timed = { ...limits, wallMs: Math.max(1, endsAt - performance.now()) };
    const ended = await runConfined(confinement, {
      command: ffmpeg,
      args: ["-hide_banner", ...args],
      cwd: tmpdir(),
      limits: timed,
      signal,
    });
    if (ended.how === "timed_out") throw errorOfTimeout("ffmpeg", ended, timed);
    const { complaint } = ended;
    if (ended.how === "killed") throw new DecoderDied(`ffmpeg ended by ${ended.by}`, complaint);
    if (ended.code === NO_PROGRAM) return undefined;
    if (ended.code !== 0) throw new DecoderDied(`ffmpeg ended with ${ended.code}`, complaint);
    return ended.output;
  };
  const build = await ask("-version");
  if (build === undefined) return undefined;
  if (build === known?.build) return known;
  const [decoders = "", encoders = "", filters = "", options = ""] = await Promise.all([
    ask("-decoders"),
    ask("-encoders"),
    ask("-filters"),
    ask("-h", "long"),
  ]);
  return {
    build,
    version: /^ffmpeg version (\S+)/.exec(build)?.[1] ?? "of no version",
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
