import type { MediaFormat } from "@polls/media";
import buildCommand from "fluent-ffmpeg";
import { guardedInput } from "../ffmpeg/guard";

/** The arguments that copy the cover art out of a sound file without decoding it. */
export const coverArguments = (
  input: string,
  format: MediaFormat,
  stream: number,
  output: string,
): readonly string[] =>
  buildCommand()
    .input(input)
    .inputOptions([...guardedInput(format)])
    .outputOptions(["-map", `0:${stream}`, "-c", "copy", "-frames:v", "1", "-f", "rawvideo"])
    .output(output)
    ._getArguments();

/** Samples a second from which peaks are read: few, and enough for loudness. */
export const PEAK_RATE = 8_000;

/** The arguments that decode sound to 16-bit samples of one channel, on standard output. */
export const samplesArguments = (
  input: string,
  format: MediaFormat,
  stream: number,
): readonly string[] =>
  buildCommand()
    .input(input)
    .inputOptions(["-threads", "1", ...guardedInput(format)])
    .outputOptions([
      ...["-map", `0:${stream}`, "-vn", "-sn", "-dn"],
      ...["-ac", "1", "-ar", String(PEAK_RATE), "-f", "s16le"],
    ])
    .output("pipe:1")
    ._getArguments();
