import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { exceededCap, inspectMedia } from "@polls/media";
import type { WaitingAttachment } from "../attachments";
import type { MediaDeps } from "../deps";
import { withFileSource } from "../file-source";
import { renderers } from "../renderers";
import type { Rendering, RenderTask } from "../rendering";

const ORIGINAL = "original";

/**
 * Fetches an upload into a private directory and makes its derivatives there. The content decides
 * what it is, once more: the row only says what it is wanted as.
 */
export async function renderOriginal(
  { storage, tools }: MediaDeps,
  attachment: WaitingAttachment,
  directory: string,
  { signal, onProgress }: Pick<RenderTask, "signal" | "onProgress">,
): Promise<Rendering> {
  const render = renderers[attachment.kind];
  if (render === undefined) return { ok: true, files: [] };

  const path = join(directory, ORIGINAL);
  await pipeline(await storage.open(attachment.storageKey), createWriteStream(path), { signal });
  const { byteSize, ...inspection } = await withFileSource(path, async (source) => ({
    byteSize: source.byteSize,
    ...(await inspectMedia(source)),
  }));
  if (!inspection.ok) return { ok: false, problem: "broken", detail: inspection.detail };
  const { media } = inspection;
  if (media.kind !== attachment.kind) {
    return { ok: false, problem: "broken", detail: `It is of kind ${media.kind}` };
  }
  const exceeded = exceededCap(tools.caps, { ...media, byteSize }, media.kind);
  if (exceeded !== undefined) return { ok: false, problem: "too_large", detail: exceeded };

  const task = { directory, input: ORIGINAL, rotation: attachment.rotation, signal, onProgress };
  return render(tools, media, task);
}
