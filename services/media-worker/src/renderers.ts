import type { InspectedMedia } from "@polls/media";
import { renderAudio } from "./audio/render-audio";
import { pictureFormatOf } from "./image/picture-task";
import { renderImage } from "./image/render-image";
import type { Rendering, RenderTask, RenderTools } from "./rendering";
import { renderVideo } from "./video/render-video";

type Renderer = (tools: RenderTools, media: InspectedMedia, task: RenderTask) => Promise<Rendering>;

/** How derivatives are made of each kind of upload; a kind that is not here has none (plain files). */
export const renderers: Readonly<Record<string, Renderer>> = {
  image: (tools, { format }, task) =>
    renderImage(tools, { ...task, purpose: "image", format: pictureFormatOf(format) }),
  video: renderVideo,
  audio: renderAudio,
};
