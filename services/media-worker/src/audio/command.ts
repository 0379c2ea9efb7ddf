import type { MediaFormat } from "@polls/media";
import buildCommand from "fluent-ffmpeg";
import { guardedInput } from "../ffmpeg/guard";

/** The ffmpeg arguments that copy the cover art from an audio file without decoding it. */
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

/** Sample rate from which peaks are computed. It is low, but sufficient for loudness. */
export const PEAK_RATE = 8_000;

/** Needs few samples: the usual one gives nothing for a sound below three milliseconds. */
const RESAMPLE = `aresample=${PEAK_RATE}:filter_size=1`;

/** The ffmpeg arguments that decode audio to 16-bit mono samples on standard output. */
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
      ...["-ac", "1", "-af", RESAMPLE, "-f", "s16le"],
    ])
    .output("pipe:1")
    ._getArguments();
