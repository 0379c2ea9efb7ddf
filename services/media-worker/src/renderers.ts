import type { InspectedMedia } from "@polls/media";
import { renderAudio } from "./audio/render-audio";
import { renderInTurn } from "./image/render-in-turn";
import type { Rendering, RenderTask, RenderTools } from "./rendering";
import { renderVideo } from "./video/render-video";

type Renderer = (tools: RenderTools, media: InspectedMedia, task: RenderTask) => Promise<Rendering>;

/** How derivatives are made of each kind of upload; a kind that is not here has none (plain files). */
export const renderers: Readonly<Record<string, Renderer>> = {
  image: (tools, media, task) => renderInTurn(tools, media, { ...task, purpose: "image" }),
  video: renderVideo,
  audio: renderAudio,
};
