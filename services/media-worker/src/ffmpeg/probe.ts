import type { MediaFormat } from "@polls/media";
import type { RenderTask, RenderTools } from "../rendering";
import { guardedInput } from "./guard";
import { runFfmpeg } from "./run-ffmpeg";

/** A stream of a container, as far as ffmpeg tells. */
export interface ProbedStream {
  readonly index: number;
  readonly kind: "video" | "audio";
  /** The name that ffmpeg gives the codec. */
  readonly codec: string;
  /** Of a video; absent where only its decoder could tell. */
  readonly width?: number;
  readonly height?: number;
  /** The width of a pixel by its height. */
  readonly pixelAspect?: number;
  /** Frames a second; absent if variable. */
  readonly frameRate?: number;
  /** High dynamic range. */
  readonly hdr?: true;
  /** Colors that sRGB lacks, without a profile. */
  readonly wideGamut?: true;
  /** Degrees that a viewer rotates it by; the direction is not told. */
  readonly rotation?: number;
  /** Cover art. */
  readonly isPicture?: true;
}

export interface Probed {
  readonly streams: readonly ProbedStream[];
  readonly durationMs?: number;
  /** What the parts of ffmpeg said first, if anything. */
  readonly complaint?: string;
}

/** The stream that no container has more of, and the longest line that is read. */
const STREAMS_MAX = 64;
const LINE_MAX_CHARACTERS = 2_000;
const COMPLAINT_MAX_CHARACTERS = 2_000;

/**
 * The pictures and sounds that ffmpeg lists for a file; undefined if it cannot read the file. ffprobe would
 * open a decoder for every stream, subtitles and covers of any format included; ffmpeg opens none here that
 * the guard does not name. Throws `DecoderDied` when ffmpeg crashed or hit a limit.
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
 * Reads what ffmpeg logs of its input, piece by piece. The file writes into this text too: its names can
 * say nothing that its header could not say as well.
 */
export function listingReader() {
  let rest = "";
  let streams: ProbedStream[] = [];
  let opened = false;
  let durationMs: number | undefined;
  let complaint = "";

  const readLine = (line: string) => {
    if (/^Input #0, /.test(line)) opened = true;
    if (/^\[\w+ @ /.test(line)) {
      complaint = `${complaint}${line}\n`.slice(0, COMPLAINT_MAX_CHARACTERS);
    }
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
    finish(): Probed | undefined {
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
  const [, hours, minutes, seconds] = /^ {2}Duration: (\d+):(\d\d):(\d\d\.\d+), /.exec(line) ?? [];
  if (hours === undefined) return undefined;
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return whole > 0 ? Math.round(whole * 1_000) : undefined;
}

const STREAM = /^ {2}Stream #0:(\d+)(?:\[\w+\])?(?:\([^)]*\))?: (Video|Audio): (\w+)(.*)$/;

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
  // Where container and codec differ, that of the container comes last, and holds.
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
    ...(/\(attached pic\)/.test(facts) ? { isPicture: true } : {}),
  };
}

/** ffmpeg tells a rotation as side data of a stream, and old files in its metadata. */
function rotationIn(line: string): number | undefined {
  const [, matrix, tag] =
    /^ +(?:displaymatrix: rotation of (-?[\d.]+) degrees|rotate +: (-?\d+))/.exec(line) ?? [];
  const degrees = Number(matrix ?? tag ?? Number.NaN);
  return Number.isFinite(degrees) ? degrees : undefined;
}

const sensible = (value: number): number | undefined =>
  Number.isFinite(value) && value > 0.001 && value < 100_000 ? value : undefined;
