import { runConfined } from "../confined/run-confined";
import { DecoderDied, type ProcessLimits } from "../confined/spawn-confined";
import type { RenderTask, RenderTools } from "../rendering";
import { blamesTheMachine } from "./guard";

export interface FfmpegRun {
  readonly program: "ffmpeg" | "ffprobe";
  readonly args: readonly string[];
  readonly limits: ProcessLimits;
  readonly onOutput?: (chunk: Buffer) => void;
}

/** The output of a run. `ok: false`: the program did not accept the file. */
export type FfmpegResult =
  | { readonly ok: true; readonly output: string }
  | { readonly ok: false; readonly complaint: string };

const globalArgs = {
  ffmpeg: ["-hide_banner", "-nostdin", "-loglevel", "error"],
  ffprobe: ["-hide_banner", "-loglevel", "error"],
} as const;

/** Runs ffmpeg or ffprobe, confined. Throws `DecoderDied` when it crashed or hit a limit. */
export async function runFfmpeg(
  { confinement, programs }: RenderTools,
  { directory, signal }: Pick<RenderTask, "directory" | "signal">,
  { program, args, limits, onOutput }: FfmpegRun,
): Promise<FfmpegResult> {
  const ending = await runConfined(confinement, {
    command: programs[program],
    args: [...globalArgs[program], ...args],
    cwd: directory,
    limits,
    signal,
    ...(onOutput === undefined ? {} : { onOutput }),
  });
  const { complaint } = ending;
  if (ending.how === "timed_out") throw new DecoderDied(`${program} took too long`, complaint);
  if (ending.how === "killed") throw new DecoderDied(`${program} ended by ${ending.by}`, complaint);
  if (ending.code === 0) return { ok: true, output: ending.output };
  if (ending.code > 125 || blamesTheMachine(complaint)) {
    throw new DecoderDied(`${program} ended with ${ending.code}`, complaint);
  }
  return { ok: false, complaint };
}
