import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { codestreamParts } from "@polls/media";
import buildCommand from "fluent-ffmpeg";
import { problemIn } from "../complaints";
import { filtersToSrgb } from "../ffmpeg/colors";
import { probe } from "../ffmpeg/probe";
import { guardedInput, runFfmpeg } from "../ffmpeg/run-ffmpeg";
import { withFileSource } from "../file-source";
import type { Rendering, RenderTask, RenderTools } from "../rendering";

const CODESTREAM = "codestream.jxl";
const DECODED = "decoded.png";

export type Decoded =
  | { readonly ok: true; readonly input: typeof DECODED }
  | Extract<Rendering, { ok: false }>;

/**
 * The (first) frame of a JPEG XL as an upright PNG, by ffmpeg: sharp has no decoder. Throws
 * `DecoderDied`.
 */
export async function decodeJxl(
  tools: RenderTools,
  task: Pick<RenderTask, "directory" | "signal" | "input">,
): Promise<Decoded> {
  const input = await takeOutCodestream(task);
  if (input === undefined) return { ok: false, problem: "broken", detail: "A box does not fit" };
  const bare = { ...task, input };
  const probed = await probe(tools, bare, "jxl");
  const filters = filtersToSrgb(probed?.streams[0] ?? {});
  const decode = (applied: readonly string[]) =>
    runFfmpeg(tools, bare, {
      args: decodeArguments(input, applied),
      limits: tools.pictureLimits,
    });
  const filtered = await decode(filters);
  // Colors that cannot be converted are shown without conversion.
  const decoded = filtered.ok || filters.length === 0 ? filtered : await decode([]);
  if (decoded.ok) return { ok: true, input: DECODED };
  const { complaint: detail } = decoded;
  return { ok: false, problem: problemIn(detail), detail };
}

/**
 * Writes the codestream without boxes, since libjxl 0.7 misreads sizes of eight bytes. Returns the
 * name of the file, or undefined if a box exceeds the original.
 */
async function takeOutCodestream({
  directory,
  input,
  signal,
}: Pick<RenderTask, "directory" | "signal" | "input">): Promise<string | undefined> {
  const path = join(directory, input);
  const parts = await withFileSource(path, codestreamParts);
  if (parts === undefined) return undefined;
  async function* content() {
    for (const { start, length } of parts ?? []) {
      yield* createReadStream(path, { start, end: start + length - 1 });
    }
  }
  await pipeline(content, createWriteStream(join(directory, CODESTREAM)), { signal });
  return CODESTREAM;
}

/** Decodes one frame with its profile, to a PNG that is read once and not compressed. */
const decodeArguments = (input: string, filters: readonly string[]): readonly string[] =>
  buildCommand()
    .input(input)
    // Without -xerror, ffmpeg 7.1 to 9 decode a damaged picture again and again until their time ends.
    .inputOptions(["-xerror", "-threads", "1", ...guardedInput("jxl")])
    .videoFilters([...filters])
    .outputOptions(["-frames:v", "1", "-c:v", "png", "-compression_level", "0", "-pred", "none"])
    .outputOptions(["-f", "image2", "-update", "1"])
    .output(DECODED)
    ._getArguments();
