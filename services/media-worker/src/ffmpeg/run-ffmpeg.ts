import { blamesTheMachine } from "../complaints";
import { runConfined } from "../confined/run-confined";
import { DecoderDied, errorOfTimeout, type ProcessLimits } from "../confined/spawn-confined";
import type { RenderTask, RenderTools } from "../rendering";

export interface FfmpegRun {
  readonly args: readonly string[];
  readonly limits: ProcessLimits;
  readonly onOutput?: (chunk: Buffer) => void;
  readonly logAsOutput?: true;
}

/** The output of a run. `ok: false` means that the program refused the file. */
export type FfmpegResult =
  | { readonly ok: true; readonly output: string }
  | { readonly ok: false; readonly complaint: string };

const GLOBAL_ARGS = ["-hide_banner", "-nostdin", "-loglevel", "error"];

/**
 * The codes of a program that cannot be executed, and of an ffmpeg that got a signal. For a file that
 * it cannot read, ffmpeg ends with 1, and since its version 6.1 with many other codes, such as 183.
 */
const NOT_ABOUT_THE_FILE: readonly number[] = [126, 127, 255];

/** The shell redirects the log to standard output and executes the program. */
const LOG_AS_OUTPUT = ["-c", 'exec "$0" "$@" 2>&1'];

/** Throws `DecoderDied` after a crash or at a limit, `DecoderStarved` on a busy machine. */
export async function runFfmpeg(
  { confinement, programs }: RenderTools,
  { directory, signal }: Pick<RenderTask, "directory" | "signal">,
  { args, limits, onOutput, logAsOutput }: FfmpegRun,
): Promise<FfmpegResult> {
  const whole = [...GLOBAL_ARGS, ...args];
  const ending = await runConfined(confinement, {
    ...(logAsOutput
      ? { command: "/bin/sh", args: [...LOG_AS_OUTPUT, programs.ffmpeg, ...whole] }
      : { command: programs.ffmpeg, args: whole }),
    cwd: directory,
    limits,
    signal,
    ...(onOutput === undefined ? {} : { onOutput }),
  });
  const { complaint } = ending;
  if (ending.how === "timed_out") throw errorOfTimeout("ffmpeg", ending, limits);
  if (ending.how === "killed") throw new DecoderDied(`ffmpeg ended by ${ending.by}`, complaint);
  if (ending.code === 0) return { ok: true, output: ending.output };
  if (NOT_ABOUT_THE_FILE.includes(ending.code) || blamesTheMachine(complaint)) {
    throw new DecoderDied(`ffmpeg ended with ${ending.code}`, complaint);
  }
  return { ok: false, complaint };
}
