import type { MediaFormat } from "@polls/media";
import buildCommand from "fluent-ffmpeg";
import type { FrameTimesOption } from "../ffmpeg/abilities";
import { TONE_MAP } from "../ffmpeg/colors";
import { AAC, ANONYMOUS, guardedInput, THREADS } from "../ffmpeg/run-ffmpeg";
import type { Rotation } from "../image/orient";
import type { SourceVideo, VideoPlan } from "./plan";
import { GLANCE_SIZE, STILLS_MAX, selectStills } from "./stills";

/**
 * Also with `bitexact`, x264 writes its options and the original's captions into units of type 6
 * (SEI), and the container gets the name of the encoder.
 */
const WITHOUT_ENCODER = [
  ...["-bsf:v", "filter_units=remove_types=6"],
  ...["-metadata:s:v", "encoder=H.264"],
];

const rotationFilters: Readonly<Record<Rotation, readonly string[]>> = {
  0: [],
  90: ["transpose=clock"],
  180: ["hflip", "vflip"],
  270: ["transpose=cclock"],
};

export interface VideoOutput {
  readonly video: string;
  /** The name pattern of stills. `%d` is the number of a still, from 1. */
  readonly stills: string;
  /** The stills as small squares of gray bytes, one after the other. */
  readonly glances: string;
}

interface VideoCommand {
  readonly input: string;
  readonly output: VideoOutput;
  readonly format: MediaFormat;
  readonly video: Pick<SourceVideo, "videoIndex" | "audioIndex">;
  readonly plan: VideoPlan;
  readonly frameTimes: FrameTimesOption;
  /** The known duration. It determines the times of the stills. */
  readonly durationMs: number;
  readonly maxDurationMs: number;
}

/** One decoding to a form that every browser plays, and to stills, rotated by ffmpeg. */
export function videoArguments(command: VideoCommand): readonly string[] {
  const { input, output, format, video, plan, frameTimes, durationMs, maxDurationMs } = command;
  const { width, height } = plan.size;
  const filters = [
    ...rotationFilters[plan.rotation],
    ...(plan.frameRate === undefined ? [] : [`fps=${plan.frameRate}`]),
    `scale=${width}:${height}:flags=bicubic`,
    ...(plan.toneMap ? TONE_MAP : []),
    "setsar=1",
    "format=yuv420p",
  ];
  const sound =
    video.audioIndex === undefined
      ? ["-an"]
      : [...["-map", `0:${video.audioIndex}`, ...AAC], ...["-ac", "2", "-ar", "48000"]];
  const asTimed = [frameTimes, "vfr"];
  const stillsAsTimed = [...asTimed, "-frames:v", String(STILLS_MAX)];
  return buildCommand()
    .input(input)
    .inputOptions([
      ...["-threads", String(THREADS), "-t", String(maxDurationMs / 1_000)],
      ...guardedInput(format),
    ])
    .complexFilter([
      `[0:${video.videoIndex}]${filters.join(",")},split[video][seen]`,
      `[seen]${selectStills(durationMs)},split[stills][small]`,
      `[small]scale=${GLANCE_SIZE}:${GLANCE_SIZE},format=gray[glances]`,
    ])
    .output(output.video)
    .outputOptions([
      ...["-map", "[video]"],
      ...["-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-profile:v", "high"],
      ...["-maxrate", "4M", "-bufsize", "8M", "-g", "120", ...asTimed],
      ...["-threads", String(THREADS), "-max_muxing_queue_size", "1024"],
      ...sound,
      ...ANONYMOUS,
      ...WITHOUT_ENCODER,
      ...["-movflags", "+faststart", "-f", "mp4", "-progress", "pipe:1", "-nostats"],
    ])
    .output(output.stills)
    .outputOptions([
      "-map",
      "[stills]",
      ...stillsAsTimed,
      "-c:v",
      "tiff",
      "-compression_algo",
      "raw",
    ])
    .outputOptions(["-pix_fmt", "rgb24", "-f", "image2"])
    .output(output.glances)
    .outputOptions(["-map", "[glances]", ...stillsAsTimed, "-c:v", "rawvideo", "-f", "rawvideo"])
    ._getArguments();
}

/** Reads every packet without decoding, for a duration that the header lacks. */
export const measureArguments = (
  input: string,
  format: MediaFormat,
  stream: number,
): readonly string[] =>
  buildCommand()
    .input(input)
    .inputOptions([...guardedInput(format)])
    .outputOptions([
      "-map",
      `0:${stream}`,
      "-c",
      "copy",
      "-f",
      "null",
      "-progress",
      "pipe:1",
      "-nostats",
    ])
    .output("-")
    ._getArguments();
