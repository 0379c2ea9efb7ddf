import { join } from "node:path";
import { runFfmpeg } from "../ffmpeg/run-ffmpeg";
import type { RenderTask, RenderTools } from "../rendering";
import { frameArguments, glanceArguments } from "./command";

/** Where in a film a frame may stand for it: not the first, which is black in many, nor the credits. */
const MOMENTS = [0.25, 0.4, 0.1, 0.55, 0.7, 0.85, 0.02, 0];
const GLANCE_SIZE = 32;
/** From here on a frame has something to see on it; no better one is looked for. */
const GOOD_ENOUGH = 40;

/**
 * How much there is to see in a frame, from its grey pixels: how far they are apart, and next to
 * nothing where nearly all of it is black or white.
 */
export function liveliness(grey: Uint8Array): number {
  if (grey.length === 0) return 0;
  const mean = grey.reduce((sum, value) => sum + value, 0) / grey.length;
  const variance = grey.reduce((sum, value) => sum + (value - mean) ** 2, 0) / grey.length;
  const blank = mean < 20 || mean > 240;
  return Math.sqrt(variance) * (blank ? 0.1 : 1);
}

/** Writes the frame that stands for a film as a PNG of a name; false where the film has none. */
export async function writeRepresentativeFrame(
  tools: RenderTools,
  task: Pick<RenderTask, "directory" | "signal">,
  { film, durationMs, output }: { film: string; durationMs: number; output: string },
): Promise<boolean> {
  let best = { seconds: 0, score: -1 };
  for (const moment of MOMENTS) {
    const seconds = (moment * durationMs) / 1_000;
    const score = liveliness(await glance(tools, task, film, seconds));
    if (score > best.score) best = { seconds, score };
    if (score >= GOOD_ENOUGH) break;
  }
  const written = await runFfmpeg(tools, task, {
    program: "ffmpeg",
    args: frameArguments(film, best.seconds, join(task.directory, output)),
    limits: tools.pictureLimits,
  });
  return written.ok;
}

async function glance(
  tools: RenderTools,
  task: Pick<RenderTask, "directory" | "signal">,
  film: string,
  seconds: number,
): Promise<Uint8Array> {
  const pixels: Buffer[] = [];
  await runFfmpeg(tools, task, {
    program: "ffmpeg",
    args: glanceArguments(film, seconds, GLANCE_SIZE),
    limits: tools.pictureLimits,
    onOutput: (chunk) => pixels.push(chunk),
  });
  return Buffer.concat(pixels).subarray(0, GLANCE_SIZE * GLANCE_SIZE);
}
