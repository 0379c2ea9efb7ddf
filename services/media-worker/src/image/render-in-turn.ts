import type { InspectedMedia } from "@polls/media";
import type { Rendering, RenderTools } from "../rendering";
import { pictureMemory } from "./picture-memory";
import { pictureFormatOf } from "./picture-task";
import { type PictureSource, renderImage } from "./render-image";

/**
 * Makes the pictures of an image as soon as the worker has the memory for it. Processes that wait
 * for pictures give theirs back where it is scarce.
 */
export const renderInTurn = (
  tools: RenderTools,
  media: InspectedMedia,
  source: Omit<PictureSource, "format">,
): Promise<Rendering> =>
  tools.pictureMemory.pass({
    bytes: pictureMemory(media, source.purpose),
    signal: source.signal,
    makeRoom() {
      source.pictures.release();
      return tools.pictures.endWaiting();
    },
    run: () => renderImage(tools, { ...source, format: pictureFormatOf(media.format) }),
  });
