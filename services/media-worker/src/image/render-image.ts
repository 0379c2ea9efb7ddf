import { join } from "node:path";
import { nodeCommand } from "../confined/node-command";
import { type Ending, runConfined } from "../confined/run-confined";
import { DecoderDied, type Rendering, type RenderTools } from "../rendering";
import type { Rotation } from "./orient";
import { type PictureFormat, type PictureTask, pictureAnswer, pictureFile } from "./picture-task";
import type { PicturePurpose } from "./plan";

export interface PictureSource {
  readonly directory: string;
  readonly input: string;
  readonly format: PictureFormat;
  readonly purpose: PicturePurpose;
  readonly rotation: Rotation;
  readonly signal: AbortSignal;
}

const extensions = { "image/webp": "webp", "image/jpeg": "jpg" } as const;

/**
 * Makes the pictures of an image in a process of its own. Throws `DecoderDied` when that crashed or
 * hit a limit.
 */
export async function renderImage(
  { confinement, pictureLimits, caps }: RenderTools,
  { directory, signal, input, format, purpose, rotation }: PictureSource,
): Promise<Rendering> {
  const task: PictureTask = { input, format, purpose, rotation, maxPixels: caps.imageMaxPixels };
  const ending = await runConfined(confinement, {
    ...nodeCommand(join(__dirname, "picture-process"), [JSON.stringify(task)]),
    cwd: directory,
    limits: pictureLimits,
    signal,
  });
  const answer = readAnswer(ending);
  if (!answer.ok) return answer;
  const { pictures, width, height, metadata } = answer;
  return {
    ok: true,
    width,
    height,
    ...(metadata === undefined ? {} : { metadata }),
    files: pictures.map(({ name, contentType, ...size }) => ({
      name,
      contentType,
      extension: extensions[contentType],
      path: join(directory, pictureFile(name)),
      ...size,
    })),
  };
}

function readAnswer(ending: Ending) {
  if (ending.how === "timed_out") throw new DecoderDied("the picture took too long", "");
  if (ending.how === "killed") {
    throw new DecoderDied(`the picture's decoder ended by ${ending.by}`, ending.complaint);
  }
  try {
    return pictureAnswer.parse(JSON.parse(ending.output));
  } catch {
    throw new DecoderDied(`the picture's decoder ended with ${ending.code}`, ending.complaint);
  }
}
