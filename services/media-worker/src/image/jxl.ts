import buildCommand from "fluent-ffmpeg";
import { filtersToSrgb } from "../ffmpeg/colors";
import { guardedInput, lacksDecoder } from "../ffmpeg/guard";
import { probe } from "../ffmpeg/probe";
import { runFfmpeg } from "../ffmpeg/run-ffmpeg";
import type { Rendering, RenderTask, RenderTools } from "../rendering";

const DECODED = "decoded.png";

/** The file that a picture was decoded to, or why there is none. */
export type Decoded =
  | { readonly ok: true; readonly input: typeof DECODED }
  | Extract<Rendering, { ok: false }>;

/**
 * Decodes a JPEG XL, of an animation its first frame, to an upright PNG: sharp has no decoder of this format,
 * the ffmpeg of most machines has. Throws `DecoderDied` when ffmpeg crashed or hit a limit.
 */
export async function decodeJxl(
  tools: RenderTools,
  task: Pick<RenderTask, "directory" | "signal" | "input">,
): Promise<Decoded> {
  const probed = await probe(tools, task, "jxl");
  const filters = filtersToSrgb(probed?.streams[0] ?? {});
  const decode = (applied: readonly string[]) =>
    runFfmpeg(tools, task, {
      args: decodeArguments(task.input, applied),
      limits: tools.pictureLimits,
    });
  const filtered = await decode(filters);
  // Colors that cannot be converted are shown as they are.
  const decoded = filtered.ok || filters.length === 0 ? filtered : await decode([]);
  if (decoded.ok) return { ok: true, input: DECODED };
  const { complaint: detail } = decoded;
  return { ok: false, problem: lacksDecoder(detail) ? "unsupported_codec" : "broken", detail };
}

/** The arguments that decode one frame, with its profile; the PNG is not packed, as it is read once. */
const decodeArguments = (input: string, filters: readonly string[]): readonly string[] =>
  buildCommand()
    .input(input)
    .inputOptions(["-threads", "1", ...guardedInput("jxl")])
    .videoFilters([...filters])
    .outputOptions(["-frames:v", "1", "-c:v", "png", "-compression_level", "0", "-pred", "none"])
    .outputOptions(["-f", "image2", "-update", "1"])
    .output(DECODED)
    ._getArguments();
