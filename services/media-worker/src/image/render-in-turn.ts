import type { InspectedMedia } from "@polls/media";
import type { Rendering, RenderTools } from "../rendering";
import { pictureMemory } from "./picture-memory";
import { pictureFormatOf } from "./picture-task";
import { type PictureSource, renderImage } from "./render-image";

/** Makes the pictures of an image as soon as the worker has the memory for it. */
export const renderInTurn = (
  tools: RenderTools,
  media: InspectedMedia,
  source: Omit<PictureSource, "format">,
): Promise<Rendering> =>
  tools.pictureMemory.within(pictureMemory(media, source.purpose), source.signal, () =>
    renderImage(tools, { ...source, format: pictureFormatOf(media.format) }),
  );
