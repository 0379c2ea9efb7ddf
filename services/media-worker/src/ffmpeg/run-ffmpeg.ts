import { allowedDecoders, type MediaFormat } from "@polls/media";
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

/** The codes of a program that is missing or may not be executed. */
const NOT_EXECUTED: readonly number[] = [126, 127];

/** What the loader of programs says at a limit of memory, with the code of a missing program. */
const LIBRARIES_TOO_LARGE = "failed to map segment from shared object";

/** It got a signal (255), or reached a limit. Files that it cannot read have many other codes. */
const NOT_JUDGED: readonly number[] = [...NOT_EXECUTED, 255];

/** The shell redirects the log to standard output and executes the program. */
const LOG_AS_OUTPUT = ["-c", 'exec "$0" "$@" 2>&1'];

/**
 * Throws `DecoderDied` after a crash or at a limit, `DecoderStarved` on a busy machine, another error
 * if it cannot be executed.
 */
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
  if (NOT_EXECUTED.includes(ending.code) && !complaint.includes(LIBRARIES_TOO_LARGE)) {
    throw new Error(`ffmpeg cannot be executed: code ${ending.code}`);
  }
  if (NOT_JUDGED.includes(ending.code) || blamesTheMachine(complaint)) {
    throw new DecoderDied(`ffmpeg ended with ${ending.code}`, complaint);
  }
  return { ok: false, complaint };
}

/** The only demuxer of a format, and its names in a whitelist. */
interface Demuxer {
  readonly force: string;
  readonly names: string;
  /** Absent means the decoders of all accepted codecs. */
  readonly decoders?: readonly string[];
}

export const JXL_DECODER = "libjxl";

const iso: Demuxer = { force: "mov", names: "mov,mp4,m4a,3gp,3g2,mj2" };
const matroska: Demuxer = { force: "matroska", names: "matroska,webm" };

const demuxers: Readonly<Partial<Record<MediaFormat, Demuxer>>> = {
  mp4: iso,
  mov: iso,
  m4a: iso,
  webm: matroska,
  mkv: matroska,
  mp3: { force: "mp3", names: "mp3" },
  ogg: { force: "ogg", names: "ogg" },
  flac: { force: "flac", names: "flac" },
  wav: { force: "wav", names: "wav" },
  aiff: { force: "aiff", names: "aiff" },
  aac: { force: "aac", names: "aac" },
  avi: { force: "avi", names: "avi" },
  mts: { force: "mpegts", names: "mpegts" },
  weba: matroska,
  mka: matroska,
  jxl: { force: "jpegxl_pipe", names: "jpegxl_pipe", decoders: [JXL_DECODER] },
};

/** More than 8K. A frame is decoded as a whole, so its size determines the memory. */
const FRAME_MAX_PIXELS = 50_000_000;

/** Number of threads of a decoder or encoder. Its memory grows with them. */
export const THREADS = 2;

/**
 * The options before an input (docs/reliability.md#confined-decoders). ffmpeg must never guess the
 * format: it would open a text with paths of other files as a video.
 */
export function guardedInput(format: MediaFormat): readonly string[] {
  const demuxer = demuxers[format];
  if (demuxer === undefined) throw new TypeError(`ffmpeg opens no ${format}`);
  return [
    ...["-protocol_whitelist", "file"],
    ...["-format_whitelist", demuxer.names],
    ...["-codec_whitelist", (demuxer.decoders ?? allowedDecoders).join(",")],
    ...["-max_pixels", String(FRAME_MAX_PIXELS)],
    ...["-f", demuxer.force],
  ];
}

/** Removes location, time and program from derivatives (docs/reference/media.md#privacy). */
export const ANONYMOUS = [
  ...["-map_metadata", "-1", "-map_chapters", "-1", "-sn", "-dn"],
  ...["-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact"],
];

/** Sound that every browser plays. */
export const AAC = ["-c:a", "aac", "-b:a", "128k"];
