import type { MediaFormat } from "@polls/media";
import { z } from "zod";
import type { RenderTask, RenderTools } from "../rendering";
import { guardedInput } from "./guard";
import { runFfmpeg } from "./run-ffmpeg";

const numeric = z.coerce.number().optional().catch(undefined);

const stream = z.object({
  index: z.number().int().min(0),
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  sample_aspect_ratio: z.string().optional(),
  avg_frame_rate: z.string().optional(),
  color_transfer: z.string().optional(),
  disposition: z.object({ attached_pic: z.number().optional() }).optional(),
  tags: z.object({ rotate: z.string().optional() }).optional(),
  side_data_list: z.array(z.object({ rotation: numeric })).optional(),
});

const probed = z.object({
  streams: z.array(stream).max(64),
  format: z.object({ duration: numeric }).optional(),
});

export type ProbedStream = z.output<typeof stream>;
export type Probed = z.output<typeof probed>;

/** The streams that ffprobe finds in a file; undefined if it cannot read the file. */
export async function probe(
  tools: RenderTools,
  task: RenderTask,
  format: MediaFormat,
): Promise<Probed | undefined> {
  const result = await runFfmpeg(tools, task, {
    program: "ffprobe",
    args: [
      ...["-threads", "1", ...guardedInput(format)],
      ...["-print_format", "json", "-show_format", "-show_streams", "-i", task.input],
    ],
    limits: tools.pictureLimits,
  });
  if (!result.ok) return undefined;
  try {
    return probed.parse(JSON.parse(result.output));
  } catch {
    return undefined;
  }
}
