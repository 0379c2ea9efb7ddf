import { join } from "node:path";
import { type AttachmentWithoutThumbhash, findWithoutThumbhash } from "@polls/db/files";
import type { PictureName, picturesOf } from "@polls/media/derivatives";
import { digestInKey, isStorageError } from "@polls/storage";
import type { Logger } from "@polls/telemetry";
import { recordBackfill } from "./attachments";
import { DecoderDied } from "./confined/spawn-confined";
import type { MediaDeps } from "./deps";
import { ContentDiffers, fetchFile } from "./fetch-file";
import { withPictures } from "./image/picture-processes";
import { renderPictureFile } from "./image/render-image";
import { publishFiles } from "./publish-files";
import { withWorkspace } from "./workspace";

/** Number of uploads in one run: about ten seconds of work, in addition to that of new uploads. */
const BATCH = 25;
const INPUT = "derivative";

/** The derivative from which an upload of each kind is completed, and the derivatives to create. */
const sources = {
  image: { from: "large", names: ["medium"] },
  video: { from: "thumb", names: [] },
  audio: { from: "cover", names: [] },
} as const satisfies Readonly<
  Record<
    keyof typeof picturesOf,
    { readonly from: PictureName; readonly names: readonly PictureName[] }
  >
>;

type Kind = keyof typeof sources;

const isKind = (kind: string): kind is Kind => Object.hasOwn(sources, kind);

/**
 * Adds the missing ThumbHash and derivatives to uploads of earlier releases
 * (docs/reference/media.md#derivatives). Creates them from existing derivatives, so that links stay
 * valid. Each call processes a batch and continues where the last one ended. An upload that cannot
 * be completed is skipped until the worker restarts. May run concurrently. Throws if the storage is
 * unavailable.
 */
export function backfill(deps: MediaDeps, log: Logger) {
  let after = 0n;
  return async (signal: AbortSignal): Promise<number> => {
    const rows = await findWithoutThumbhash(deps.db, { after, limit: BATCH });
    let completed = 0;
    for (const row of rows) {
      signal.throwIfAborted();
      if (await tryToComplete(deps, row, signal, log)) completed += 1;
      after = row.id;
    }
    return completed;
  };
}

async function tryToComplete(
  deps: MediaDeps,
  row: AttachmentWithoutThumbhash,
  signal: AbortSignal,
  log: Logger,
): Promise<boolean> {
  try {
    return await complete(deps, row, signal);
  } catch (error) {
    const isFileAtFault =
      error instanceof DecoderDied ||
      error instanceof ContentDiffers ||
      isStorageError(error, "missing");
    if (!isFileAtFault) throw error;
    log.warn({ err: error, attachmentId: String(row.id) }, "an upload was not completed");
    return false;
  }
}

async function complete(
  deps: MediaDeps,
  { id, kind, storageKey, pollId }: AttachmentWithoutThumbhash,
  signal: AbortSignal,
): Promise<boolean> {
  if (!isKind(kind)) return false;
  const { from, names } = sources[kind];
  const source = await deps.db.prisma.derivative.findUnique({
    where: { attachmentId_name: { attachmentId: id, name: from } },
    select: { storageKey: true, byteSize: true },
  });
  // Audio without a cover has no picture.
  if (source === null) return false;
  return withWorkspace(deps.workRoot, async (directory) => {
    const path = join(directory, INPUT);
    const byteSize = Number(source.byteSize);
    const sha256 = digestInKey(source.storageKey) ?? "";
    await fetchFile(deps.storage, { ...source, byteSize, sha256 }, path, signal);
    const job = { poll: String(pollId), directory, fresh: false };
    const file = { directory, input: INPUT, signal, names, rotation: 0 } as const;
    const rendering = await withPictures(deps.tools, job, (pictures) =>
      renderPictureFile(deps.tools, { ...file, pictures }),
    );
    if (!rendering.ok || rendering.thumbhash === undefined) return false;
    const derivatives = await publishFiles(deps.storage, storageKey, rendering.files, signal);
    const { thumbhash } = rendering;
    return recordBackfill(deps.db, { id, sourceKey: source.storageKey, thumbhash, derivatives });
  });
}
