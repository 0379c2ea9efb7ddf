import { type InspectedMedia, isSupported, type MediaFormat } from "@polls/media";
import { picturesOf } from "@polls/media/derivatives";
import buildCommand from "fluent-ffmpeg";
import { problemIn } from "../complaints";
import { type Probed, probe } from "../ffmpeg/probe";
import { guardedInput, runFfmpeg } from "../ffmpeg/run-ffmpeg";
import { renderPictureFile } from "../image/render-image";
import {
  type Rendered,
  type Rendering,
  type RenderTask,
  type RenderTools,
  thumbhashIn,
} from "../rendering";
import { requireFreeSpace } from "../workspace";
import { waveformReader } from "./peaks";

const COVER = "cover";

type Cover = Pick<Rendered, "files" | "thumbhash">;

const NO_COVER: Cover = { files: [] };

/**
 * Reads all of an audio file, for duration and waveform, and renders its cover art. Throws
 * `DecoderDied`.
 */
export async function renderAudio(
  tools: RenderTools,
  { format }: InspectedMedia,
  task: RenderTask,
): Promise<Rendering> {
  const probed = await probe(tools, task, format);
  const sounds = probed?.streams.filter(({ kind }) => kind === "audio") ?? [];
  const sound = sounds.find(({ codec }) => isSupported("audio", codec));
  if (sound === undefined && sounds.length > 0) {
    return { ok: false, problem: "unsupported_codec", detail: "Its codec is not supported" };
  }
  if (probed === undefined || sound === undefined) {
    return { ok: false, problem: "broken", detail: "It holds no sound" };
  }
  const read = async (filters: readonly string[]) => {
    const waveform = waveformReader();
    const run = await runFfmpeg(tools, task, {
      args: samplesArguments(task.input, format, sound.index, filters),
      limits: tools.soundLimits,
      onOutput: waveform.read,
    });
    return { run, ...waveform.finish() };
  };
  const resampled = await read(["-af", RESAMPLE]);
  // A sound of a few samples is too short for one sample of the lower rate.
  const { run, samples, peaks } =
    resampled.samples === 0 && resampled.run.ok ? await read([]) : resampled;
  if (samples === 0 && !run.ok) {
    const detail = `${probed.complaint ?? ""}\n${run.complaint}`;
    return { ok: false, problem: problemIn(detail), detail };
  }
  if (samples === 0) return { ok: false, problem: "broken", detail: "Its sound cannot be decoded" };
  return {
    ok: true,
    metadata: { duration: secondsOf(resampled.samples), peaks },
    ...(await tryToRenderCover(tools, task, format, probed)),
  };
}

/** At least a millisecond, which is the precision. */
const secondsOf = (samples: number): number =>
  Math.max(1, Math.round((samples * 1_000) / PEAK_RATE)) / 1_000;

/** Renders the cover. In the last run, a cover whose decoder dies is left out. */
async function tryToRenderCover(
  tools: RenderTools,
  task: RenderTask,
  format: InspectedMedia["format"],
  probed: Probed,
): Promise<Cover> {
  try {
    return await renderCover(tools, task, format, probed);
  } catch (error) {
    if (task.isFinal(error)) return withoutCover(task);
    throw error;
  }
}

/** A file whose cover cannot be decoded, or that has none, is still valid. */
async function renderCover(
  tools: RenderTools,
  task: RenderTask,
  format: InspectedMedia["format"],
  { streams }: Probed,
): Promise<Cover> {
  const art = streams.find(({ isPicture }) => isPicture);
  if (art === undefined) return NO_COVER;
  const copied = await runFfmpeg(tools, task, {
    args: coverArguments(task.input, format, art.index, COVER),
    limits: tools.pictureLimits,
  });
  if (!copied.ok) return withoutCover(task);

  const { directory, pictures, signal } = task;
  const source = { directory, pictures, signal, input: COVER, rotation: 0 } as const;
  const picture = await renderPictureFile(tools, { ...source, names: picturesOf.audio });
  if (!picture.ok) return withoutCover(task);
  return { files: picture.files, ...thumbhashIn(picture) };
}

/** The result without a cover. Throws if a full disk is the reason. */
async function withoutCover({ directory }: RenderTask): Promise<Cover> {
  await requireFreeSpace(directory);
  return NO_COVER;
}

/** The ffmpeg arguments that copy the cover art from an audio file without decoding it. */
const coverArguments = (
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
const PEAK_RATE = 8_000;

/** Needs few samples: the usual one gives nothing for a sound below three milliseconds. */
const RESAMPLE = `aresample=${PEAK_RATE}:filter_size=1`;

/** The ffmpeg arguments that decode audio to 16-bit mono samples on standard output. */
const samplesArguments = (
  input: string,
  format: MediaFormat,
  stream: number,
  filters: readonly string[],
): readonly string[] =>
  buildCommand()
    .input(input)
    .inputOptions(["-threads", "1", ...guardedInput(format)])
    .outputOptions([
      ...["-map", `0:${stream}`, "-vn", "-sn", "-dn"],
      ...["-ac", "1", ...filters, "-f", "s16le"],
    ])
    .output("pipe:1")
    ._getArguments();
