import { join } from "node:path";
import { type InspectedMedia, maxPixels } from "@polls/media";
import { type DerivativeName, pictureForms } from "@polls/media/derivatives";
import type { Rendering, RenderTask, RenderTools } from "../rendering";
import type { Rotation } from "./orient";
import { pictureMemory } from "./picture-memory";
import { type PictureFormat, pictureFile, pictureFormatOf } from "./picture-task";

export interface PictureSource extends Pick<RenderTask, "directory" | "pictures" | "signal"> {
  readonly input: string;
  readonly format: PictureFormat;
  readonly names: readonly DerivativeName[];
  readonly rotation: Rotation;
}

/**
 * Makes the pictures of an image as soon as the worker has the memory for it. Idle picture processes end
 * first if memory is scarce.
 */
export const renderWithinMemory = (
  tools: RenderTools,
  media: InspectedMedia,
  source: Omit<PictureSource, "format">,
): Promise<Rendering> =>
  tools.pictureMemory.run({
    bytes: pictureMemory(media, source.names),
    signal: source.signal,
    makeRoom() {
      source.pictures.release();
      return tools.pictures.endIdle();
    },
    work: () => renderImage(tools, { ...source, format: pictureFormatOf(media.format) }),
  });

/**
 * Makes the pictures of an image in a picture process of its poll. Throws `DecoderDied` when the process
 * crashed or hit a limit.
 */
export async function renderImage(
  { caps }: Pick<RenderTools, "caps">,
  { directory, pictures, signal, input, format, names, rotation }: PictureSource,
): Promise<Rendering> {
  // The header has told which JPEGs may have more.
  const task = {
    ...{ input, format, names, rotation },
    maxPixels: maxPixels(caps, format === "jpeg" || undefined),
  };
  const answer = await pictures.open(task, signal);
  if (!answer.ok) return answer;
  const { pictures: made, width, height, thumbhash, metadata } = answer;
  return {
    ok: true,
    width,
    height,
    thumbhash,
    ...(metadata === undefined ? {} : { metadata }),
    files: made.map(({ name, ...size }) => ({
      name,
      contentType: pictureForms[name].contentType,
      extension: pictureForms[name].extension,
      path: join(directory, pictureFile(name)),
      ...size,
    })),
  };
}
