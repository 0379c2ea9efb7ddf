import type { MediaFormat } from "@polls/media";
import { blamesTheMachine } from "../complaints";
import { DecoderDied } from "../confined/spawn-confined";
import type { RenderTask, RenderTools } from "../rendering";
import { guardedInput, runFfmpeg } from "./run-ffmpeg";

/** A stream of a container, as far as ffmpeg describes it. */
export interface ProbedStream {
  readonly index: number;
  readonly kind: "video" | "audio";
  /** Its name in ffmpeg. */
  readonly codec: string;
  /** The width of a video stream. Absent if only its decoder could find out. */
  readonly width?: number;
  readonly height?: number;
  /** The width of a pixel divided by its height. */
  readonly pixelAspect?: number;
  /** Frames per second. Absent if variable. */
  readonly frameRate?: number;
  readonly hdr?: true;
  /** Whether it has colors outside of sRGB and no color profile. */
  readonly wideGamut?: true;
  /** The displayed rotation in degrees. The direction is unknown. */
  readonly rotation?: number;
  /** Whether it is cover art. */
  readonly isPicture?: true;
}

export interface Probed {
  readonly streams: readonly ProbedStream[];
  readonly durationMs?: number;
  /** The first error message of ffmpeg, if any. */
  readonly complaint?: string;
}

/** Limits: more streams than any real container has, and the longest line to read. */
const STREAMS_MAX = 64;
const LINE_MAX_CHARACTERS = 2_000;
const COMPLAINT_MAX_CHARACTERS = 2_000;

/**
 * The pictures and audio streams that ffmpeg lists for a file. Undefined if it cannot read the
 * file. ffprobe would open a decoder for every stream, including subtitles and covers of any
 * format. Here ffmpeg opens only decoders that the guard allows. Throws `DecoderDied` if ffmpeg
 * crashed or hit a limit.
 */
export async function probe(
  tools: RenderTools,
  task: Pick<RenderTask, "directory" | "signal" | "input">,
  format: MediaFormat,
): Promise<Probed | undefined> {
  const listing = listingReader();
  await runFfmpeg(tools, task, {
    args: ["-loglevel", "info", "-threads", "1", ...guardedInput(format), "-i", task.input],
    limits: tools.pictureLimits,
    logAsOutput: true,
    onOutput: listing.read,
  });
  return listing.finish();
}

/**
 * Reads the log of any ffmpeg since 4.1 about its input, in chunks. Versions differ in indentation,
 * ids and words (docs/adr/0037-ffmpeg-of-any-version.md). Texts of the file appear in the log too,
 * but they can only fake values that the header could also contain.
 */
export function listingReader() {
  let rest = "";
  let streams: ProbedStream[] = [];
  let opened = false;
  let durationMs: number | undefined;
  let complaint = "";
  let machineFault: string | undefined;

  const readLine = (line: string) => {
    if (/^Input #0, /.test(line)) opened = true;
    if (/^\[\S+ @ /.test(line)) {
      complaint = `${complaint}${line}\n`.slice(0, COMPLAINT_MAX_CHARACTERS);
    }
    if (blamesTheMachine(line)) machineFault ??= line;
    durationMs ??= durationIn(line);
    const stream = streamIn(line);
    if (stream !== undefined && streams.length < STREAMS_MAX) streams.push(stream);
    const degrees = rotationIn(line);
    const last = streams.at(-1);
    if (degrees !== undefined && last !== undefined && last.rotation === undefined) {
      streams = [...streams.slice(0, -1), { ...last, rotation: degrees }];
    }
  };

  return {
    read(chunk: Buffer): void {
      const lines = (rest + chunk.toString("latin1")).split("\n");
      rest = (lines.pop() ?? "").slice(0, LINE_MAX_CHARACTERS);
      for (const line of lines) readLine(line.slice(0, LINE_MAX_CHARACTERS));
    },
    /** Throws `DecoderDied` if ffmpeg could not open the file because of the machine. */
    finish(): Probed | undefined {
      if (!opened && machineFault !== undefined) {
        throw new DecoderDied("ffmpeg opened no file", machineFault);
      }
      if (!opened) return undefined;
      return {
        streams,
        ...(durationMs === undefined ? {} : { durationMs }),
        ...(complaint && { complaint }),
      };
    },
  };
}

function durationIn(line: string): number | undefined {
  const [, hours, minutes, seconds] = /^ +Duration: (\d+):(\d\d):(\d\d\.\d+), /.exec(line) ?? [];
  if (hours === undefined) return undefined;
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return whole > 0 ? Math.round(whole * 1_000) : undefined;
}

const STREAM = /^ +Stream #0:(\d+)(?:\[\w+\])?(?:\([^)]*\))?: (Video|Audio): (\w+)(.*)$/;
/** Cover art. ffmpeg 4.1 does not name it; there, only its rates tell it. */
const PICTURE = /\(attached pic\)|^(?!.* fps\b).*, 90k tbr, 90k tbn\b/;

function streamIn(line: string): ProbedStream | undefined {
  const [, index, kind, codec = "", facts = ""] = STREAM.exec(line) ?? [];
  if (index === undefined) return undefined;
  const stream = { index: Number(index), codec } as const;
  return kind === "Audio"
    ? { ...stream, kind: "audio" }
    : { ...stream, kind: "video", ...pictureFacts(facts) };
}

function pictureFacts(facts: string): Partial<ProbedStream> {
  const [, width, height] = /, (\d+)x(\d+)(?=[ ,]|$)/.exec(facts) ?? [];
  // If container and codec differ, the value of the container comes last and takes precedence.
  const [, across, down] = [...facts.matchAll(/\bSAR (\d+):(\d+)\b/g)].at(-1) ?? [];
  const [, frames, thousands] = /, ([\d.]+)(k?) fps\b/.exec(facts) ?? [];
  const pixelAspect = sensible(Number(across) / Number(down));
  const frameRate = sensible(Number(frames) * (thousands === "k" ? 1_000 : 1));
  return {
    ...(width === undefined ? {} : { width: Number(width), height: Number(height) }),
    ...(pixelAspect === undefined ? {} : { pixelAspect }),
    ...(frameRate === undefined ? {} : { frameRate }),
    ...(/\b(?:smpte2084|arib-std-b67)\b/.test(facts) ? { hdr: true } : {}),
    ...(/\/(?:bt2020|smpte43[12])\//.test(facts) ? { wideGamut: true } : {}),
    ...(PICTURE.test(facts) ? { isPicture: true } : {}),
  };
}

/** The rotation in a log line: side data of a stream, in old files metadata. */
function rotationIn(line: string): number | undefined {
  const [, matrix, tag] =
    /^ +(?:display ?matrix: rotation of (-?[\d.]+) degrees|rotate +: (-?\d+))/i.exec(line) ?? [];
  const degrees = Number(matrix ?? tag ?? Number.NaN);
  return Number.isFinite(degrees) ? degrees : undefined;
}

const sensible = (value: number): number | undefined =>
  Number.isFinite(value) && value > 0.001 && value < 100_000 ? value : undefined;
