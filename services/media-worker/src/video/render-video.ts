import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type InspectedMedia, inspectMedia } from "@polls/media";
import { picturesOf, videoForm } from "@polls/media/derivatives";
import { problemIn } from "../complaints";
import { type ProcessLimits, timeLimits } from "../confined/spawn-confined";
import { probe } from "../ffmpeg/probe";
import { progressReader } from "../ffmpeg/progress";
import { runFfmpeg } from "../ffmpeg/run-ffmpeg";
import { withFileSource } from "../file-source";
import { renderImage } from "../image/render-image";
import { type Rendering, type RenderTask, type RenderTools, thumbhashIn } from "../rendering";
import { measureArguments, videoArguments } from "./command";
import { isUnsupported, planVideo, type SourceVideo, videoOf } from "./plan";
import { bestStill } from "./stills";

const OUTPUT = { video: "video.mp4", stills: "still-%d.tiff", glances: "glances" } as const;
const PROGRESS_EVERY_MS = 1_000;
/** For a longer video, a picture process that starts with the encoder would only wait. */
const SHORT_VIDEO_MS = 60_000;

const unsupported = (detail: string): Rendering => ({
  ok: false,
  problem: "unsupported_codec",
  detail,
});
const broken = (detail: string): Rendering => ({ ok: false, problem: "broken", detail });
const notShown = (detail: string): Rendering => ({ ok: false, problem: problemIn(detail), detail });

/** The video for browsers, and pictures of its representative frame. Throws `DecoderDied`. */
export async function renderVideo(
  tools: RenderTools,
  { format }: InspectedMedia,
  task: RenderTask,
): Promise<Rendering> {
  const probed = await probe(tools, task, format);
  const video = probed && videoOf(probed);
  if (probed && isUnsupported(probed)) return unsupported("Its codecs are not supported");
  if (video === undefined) return notShown(probed?.complaint ?? "It holds no video");
  const durationMs =
    video.durationMs ?? (await measureDuration(tools, task, format, video.videoIndex));
  if (durationMs > tools.caps.videoMaxDurationMs) {
    return { ok: false, problem: "too_large", detail: "The video is too long" };
  }

  if (durationMs <= SHORT_VIDEO_MS) task.pictures.prepare();
  const plan = planVideo(video, task.rotation);
  const progress = progressReader(reportTo(task, durationMs));
  const made = await runFfmpeg(tools, task, {
    args: videoArguments({
      input: task.input,
      output: OUTPUT,
      format,
      video,
      plan,
      frameTimes: tools.frameTimes,
      durationMs,
      maxDurationMs: tools.caps.videoMaxDurationMs,
    }),
    limits: limitsFor(tools.videoLimits, durationMs),
    onOutput: progress.read,
  });
  // ffmpeg reports some missing features only while it probes.
  if (!made.ok) return notShown(`${probed?.complaint ?? ""}\n${made.complaint}`);
  const { frames, timeMs } = progress.last();
  if (frames === 0) return broken("The video has no frame");

  const picture = await renderStill(tools, task);
  if (!picture.ok) return picture;
  const path = join(task.directory, OUTPUT.video);
  const { name, contentType, extension } = videoForm;
  const playable = { name, path, contentType, extension, ...plan.size };
  return {
    ok: true,
    ...upright(video, plan.rotation),
    ...thumbhashIn(picture),
    metadata: { duration: ((await durationOf(path)) ?? Math.round(timeMs)) / 1_000 },
    files: [playable, ...picture.files],
  };
}

/** The duration in the converted video. Undefined if its container does not contain it. */
async function durationOf(path: string): Promise<number | undefined> {
  const inspection = await withFileSource(path, inspectMedia);
  return inspection.ok ? inspection.media.durationMs : undefined;
}

async function renderStill(tools: RenderTools, task: RenderTask): Promise<Rendering> {
  const { directory, pictures, signal } = task;
  const best = bestStill(await readFile(join(directory, OUTPUT.glances)));
  if (best === undefined) return broken("The video has no frame that can be shown");
  const input = OUTPUT.stills.replace("%d", String(best + 1));
  const source = { directory, pictures, signal, input, format: "tiff" } as const;
  return renderImage(tools, { ...source, names: picturesOf.video, rotation: 0 });
}

const upright = ({ size }: SourceVideo, rotation: number) =>
  rotation % 180 === 0 ? size : { width: size.height, height: size.width };

/** Reads all packets of the video stream of a file whose header lacks the duration. */
async function measureDuration(
  tools: RenderTools,
  task: RenderTask,
  format: InspectedMedia["format"],
  stream: number,
): Promise<number> {
  const progress = progressReader(() => {});
  await runFfmpeg(tools, task, {
    args: measureArguments(task.input, format, stream),
    limits: tools.pictureLimits,
    onOutput: progress.read,
  });
  return progress.last().timeMs;
}

/** The limits of a video by its duration. `videoLimits` are those of a short one. */
export function limitsFor(limits: ProcessLimits, durationMs: number): ProcessLimits {
  const TIMES_ITS_LENGTH = 4;
  const { wallMs, cpuSeconds } = timeLimits(durationMs * TIMES_ITS_LENGTH);
  return {
    ...limits,
    wallMs: limits.wallMs + wallMs,
    cpuSeconds: limits.cpuSeconds + cpuSeconds,
  };
}

function reportTo({ onProgress }: RenderTask, durationMs: number) {
  let reportedAt = 0;
  return ({ timeMs }: { timeMs: number }) => {
    const now = performance.now();
    if (durationMs <= 0 || now - reportedAt < PROGRESS_EVERY_MS) return;
    reportedAt = now;
    void onProgress(Math.min(1, timeMs / durationMs));
  };
}
