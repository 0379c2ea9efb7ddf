import { join } from "node:path";
import { type InspectedMedia, isSupported, type MediaFormat } from "@polls/media";
import { picturesOf, soundForm } from "@polls/media/derivatives";
import buildCommand from "fluent-ffmpeg";
import { problemIn } from "../complaints";
import { type ProbedStream, probe } from "../ffmpeg/probe";
import { AAC, ANONYMOUS, guardedInput, runFfmpeg } from "../ffmpeg/run-ffmpeg";
import { renderPictureFile } from "../image/render-image";
import {
  type Rendered,
  type RenderedFile,
  type Rendering,
  type RenderTask,
  type RenderTools,
  thumbhashIn,
} from "../rendering";
import { requireFreeSpace } from "../workspace";
import { waveformReader } from "./peaks";

const COVER = "cover";

/**
 * Reads all of an audio file, for duration and waveform, and renders its cover art and the sound to
 * play. Throws `DecoderDied`.
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
  const duration = secondsOf(resampled.samples);
  const art = probed.streams.find(({ isPicture }) => isPicture);
  const cover = art && (await unlessItDies(task, () => renderCover(tools, task, format, art)));
  const playable =
    duration > soundForm.maxSeconds
      ? undefined
      : await unlessItDies(task, () => renderSound(tools, task, format, sound));
  return {
    ok: true,
    metadata: { duration, peaks },
    ...(cover !== undefined && thumbhashIn(cover)),
    files: [...(cover?.files ?? []), ...(playable === undefined ? [] : [playable])],
  };
}

/** At least a millisecond, which is the precision. */
const secondsOf = (samples: number): number =>
  Math.max(1, Math.round((samples * 1_000) / PEAK_RATE)) / 1_000;

/**
 * A file is valid without a part that cannot be made. In the last run, also one whose program dies
 * is left out. Throws if a full disk is the reason.
 */
async function unlessItDies<Part>(
  { directory, isFinal }: RenderTask,
  make: () => Promise<Part | undefined>,
): Promise<Part | undefined> {
  try {
    const made = await make();
    if (made !== undefined) return made;
  } catch (error) {
    if (!isFinal(error)) throw error;
  }
  await requireFreeSpace(directory);
  return undefined;
}

async function renderCover(
  tools: RenderTools,
  task: RenderTask,
  format: MediaFormat,
  art: ProbedStream,
): Promise<Rendered | undefined> {
  const copied = await runFfmpeg(tools, task, {
    args: coverArguments(task.input, format, art.index, COVER),
    limits: tools.pictureLimits,
  });
  if (!copied.ok) return undefined;

  const { directory, pictures, signal } = task;
  const source = { directory, pictures, signal, input: COVER, rotation: 0 } as const;
  const picture = await renderPictureFile(tools, { ...source, names: picturesOf.audio });
  return picture.ok ? picture : undefined;
}

/** The sound in a form that every browser plays. */
async function renderSound(
  tools: RenderTools,
  task: RenderTask,
  format: MediaFormat,
  { index }: ProbedStream,
): Promise<RenderedFile | undefined> {
  const { name, contentType, extension } = soundForm;
  const output = `${name}.${extension}`;
  const made = await runFfmpeg(tools, task, {
    args: soundArguments(task.input, format, index, output),
    limits: tools.soundLimits,
  });
  return made.ok ? { name, path: join(task.directory, output), contentType, extension } : undefined;
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

/** Converts only what is not of these forms. */
const HEARD = "aformat=sample_rates=48000|44100:channel_layouts=stereo|mono";

/** The ffmpeg arguments that write a sound without metadata and pictures. */
const soundArguments = (
  input: string,
  format: MediaFormat,
  stream: number,
  output: string,
): readonly string[] =>
  buildCommand()
    .input(input)
    .inputOptions(["-threads", "1", ...guardedInput(format)])
    .output(output)
    .outputOptions([
      ...["-map", `0:${stream}`, "-vn", "-af", HEARD, ...AAC],
      ...ANONYMOUS,
      ...["-movflags", "+faststart", "-f", "mp4"],
    ])
    ._getArguments();
