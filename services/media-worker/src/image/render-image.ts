import { join } from "node:path";
import type { Rendering, RenderTask, RenderTools } from "../rendering";
import type { Rotation } from "./orient";
import { type PictureFormat, pictureFile } from "./picture-task";
import type { PicturePurpose } from "./plan";

export interface PictureSource extends Pick<RenderTask, "directory" | "pictures" | "signal"> {
  readonly input: string;
  readonly format: PictureFormat;
  readonly purpose: PicturePurpose;
  readonly rotation: Rotation;
}

const extensions = { "image/webp": "webp", "image/jpeg": "jpg" } as const;

/**
 * Makes the pictures of an image in a process for pictures of its poll. Throws `DecoderDied` when
 * that crashed or hit a limit.
 */
export async function renderImage(
  { caps }: Pick<RenderTools, "caps">,
  { directory, pictures, signal, input, format, purpose, rotation }: PictureSource,
): Promise<Rendering> {
  const task = { input, format, purpose, rotation, maxPixels: caps.imageMaxPixels };
  const answer = await pictures.open(task, signal);
  if (!answer.ok) return answer;
  const { pictures: made, width, height, metadata } = answer;
  return {
    ok: true,
    width,
    height,
    ...(metadata === undefined ? {} : { metadata }),
    files: made.map(({ name, contentType, ...size }) => ({
      name,
      contentType,
      extension: extensions[contentType],
      path: join(directory, pictureFile(name)),
      ...size,
    })),
  };
}
