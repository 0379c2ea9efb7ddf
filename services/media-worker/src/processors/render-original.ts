import { join } from "node:path";
import type { JobRun } from "@polls/jobs";
import { exceededCap, type InspectedMedia, inspectMedia } from "@polls/media";
import { picturesOf } from "@polls/media/derivatives";
import type { WaitingAttachment } from "../attachments";
import { renderAudio } from "../audio/render-audio";
import type { MediaDeps } from "../deps";
import { fetchFile } from "../fetch-file";
import { withFileSource } from "../file-source";
import { withPictures } from "../image/picture-processes";
import { renderWithinMemory } from "../image/render-image";
import type { Rendering, RenderTask, RenderTools } from "../rendering";
import { renderVideo } from "../video/render-video";

const ORIGINAL = "original";

type Renderer = (tools: RenderTools, media: InspectedMedia, task: RenderTask) => Promise<Rendering>;

/** The renderer of each kind of upload. Plain files have none. */
export const renderers: Readonly<Record<string, Renderer>> = {
  image: (tools, media, task) =>
    renderWithinMemory(tools, media, { ...task, names: picturesOf.image }),
  video: renderVideo,
  audio: renderAudio,
};

type Run = Pick<RenderTask, "signal" | "isFinal" | "onProgress"> & Pick<JobRun, "attempt">;

/** Its kind is read from the content again: the row has only the expected one. */
export async function renderOriginal(
  deps: Pick<MediaDeps, "storage" | "tools">,
  attachment: WaitingAttachment,
  directory: string,
  { attempt, ...run }: Run,
): Promise<Rendering> {
  const { kind, pollId, rotation } = attachment;
  if (renderers[kind] === undefined) return { ok: true, files: [] };
  // A retry opens the file in a new process, so that another file cannot cause a second failure.
  const job = { poll: String(pollId), directory, fresh: attempt > 1 };
  return withPictures(deps.tools, job, (pictures) => {
    if (kind === "image") pictures.prepare();
    const task = { directory, input: ORIGINAL, rotation, pictures, ...run };
    return fetchAndRender(deps, attachment, task);
  });
}

async function fetchAndRender(
  { storage, tools }: Pick<MediaDeps, "storage" | "tools">,
  attachment: WaitingAttachment,
  task: RenderTask,
): Promise<Rendering> {
  const path = join(task.directory, task.input);
  const { kind } = attachment;
  await fetchFile(storage, attachment, path, task.signal);
  const { byteSize, ...inspection } = await withFileSource(path, async (source) => ({
    byteSize: source.byteSize,
    ...(await inspectMedia(source)),
  }));
  if (!inspection.ok) {
    const problem = inspection.problem === "unsupported" ? "unsupported_codec" : "broken";
    return { ok: false, problem, detail: inspection.detail };
  }
  const { media } = inspection;
  const render = renderers[media.kind];
  if (media.kind !== kind || render === undefined) {
    return { ok: false, problem: "broken", detail: `It is of kind ${media.kind}` };
  }
  // Memory is checked only at the upload. An upload that an earlier cap allowed can still be
  // rotated.
  const exceeded = exceededCap(tools.caps, { ...media, byteSize, heldBytes: 0 }, media.kind);
  if (exceeded !== undefined) return { ok: false, problem: "too_large", detail: exceeded };
  return render(tools, media, task);
}
