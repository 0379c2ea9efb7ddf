import type { MediaFormat } from "@polls/media";
import buildCommand from "fluent-ffmpeg";
import { guardedInput, THREADS } from "../ffmpeg/guard";
import type { Rotation } from "../image/orient";
import type { Film } from "./film";
import type { FilmPlan } from "./plan";

/** Nothing of where, when and with what a film was made is in what is published (decisions section 11). */
const ANONYMOUS = [
  ...["-map_metadata", "-1", "-map_chapters", "-1", "-sn", "-dn"],
  ...["-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact"],
];

const turns: Readonly<Record<Rotation, readonly string[]>> = {
  0: [],
  90: ["transpose=clock"],
  180: ["hflip", "vflip"],
  270: ["transpose=cclock"],
};

/** To ordinary colours: linear light, a filmic curve, back. Done on the small picture, as it is slow. */
const TONE_MAP = [
  "zscale=t=linear:npl=100,format=gbrpf32le",
  "zscale=p=bt709,tonemap=tonemap=hable:desat=0",
  "zscale=t=bt709:m=bt709:r=tv",
];

interface FilmCommand {
  readonly input: string;
  readonly output: string;
  readonly format: MediaFormat;
  readonly film: Pick<Film, "videoIndex" | "audioIndex">;
  readonly plan: FilmPlan;
  readonly maxDurationMs: number;
}

/** The arguments that turn a film into what every browser plays; the container's own turn is applied by ffmpeg. */
export function filmArguments(command: FilmCommand): readonly string[] {
  const { input, output, format, film, plan, maxDurationMs } = command;
  const { width, height } = plan.size;
  const filters = [
    ...turns[plan.rotation],
    ...(plan.frameRate === undefined ? [] : [`fps=${plan.frameRate}`]),
    `scale=${width}:${height}:flags=bicubic`,
    ...(plan.toneMap ? TONE_MAP : []),
    "setsar=1",
    "format=yuv420p",
  ];
  const sound =
    film.audioIndex === undefined
      ? ["-an"]
      : [
          ...["-map", `0:${film.audioIndex}`, "-c:a", "aac", "-b:a", "128k"],
          ...["-ac", "2", "-ar", "48000"],
        ];
  return buildCommand()
    .input(input)
    .inputOptions(["-threads", String(THREADS), ...guardedInput(format)])
    .videoFilters(filters)
    .outputOptions([
      ...["-map", `0:${film.videoIndex}`],
      ...["-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-profile:v", "high"],
      ...["-maxrate", "4M", "-bufsize", "8M", "-g", "120", "-vsync", "vfr"],
      ...["-threads", String(THREADS), "-max_muxing_queue_size", "1024"],
      ...sound,
      ...ANONYMOUS,
      ...["-t", String(maxDurationMs / 1_000)],
      ...["-movflags", "+faststart", "-f", "mp4", "-progress", "pipe:1", "-nostats"],
    ])
    .output(output)
    ._getArguments();
}

/** The arguments that read every packet and decode none: how long a film is whose header does not say. */
export const measureArguments = (input: string, format: MediaFormat): readonly string[] =>
  buildCommand()
    .input(input)
    .inputOptions([...guardedInput(format)])
    .outputOptions(["-map", "0:v:0", "-c", "copy", "-f", "null", "-progress", "pipe:1", "-nostats"])
    .output("-")
    ._getArguments();

/** The arguments that shrink the frame at a moment to a few grey pixels, on standard output. */
export const glanceArguments = (film: string, seconds: number, size: number): readonly string[] =>
  buildCommand()
    .input(film)
    .inputOptions(["-threads", "1", "-ss", seconds.toFixed(3), ...guardedInput("mp4")])
    .outputOptions(["-frames:v", "1", "-vf", `scale=${size}:${size},format=gray`, "-f", "rawvideo"])
    .output("pipe:1")
    ._getArguments();

/** The arguments that write the frame at a moment as a PNG. */
export const frameArguments = (film: string, seconds: number, output: string): readonly string[] =>
  buildCommand()
    .input(film)
    .inputOptions(["-threads", "1", "-ss", seconds.toFixed(3), ...guardedInput("mp4")])
    .outputOptions(["-frames:v", "1", "-an", "-c:v", "png", "-f", "image2", "-update", "1"])
    .output(output)
    ._getArguments();
