import { uploadTurn } from "@polls/db/files";
import { inTransaction } from "@polls/db/sql";
import { type Handler, type JobRun, transcodeVideo as transcodeVideoJob } from "@polls/jobs";
import { send } from "@polls/jobs/outbox";
import { derivativesPrefix, isStorageError } from "@polls/storage";
import {
  type AttachmentResult,
  findWaiting,
  hasRow,
  noteProgress,
  type Recorded,
  recordResult,
  type WaitingAttachment,
} from "../attachments";
import { DecoderDied, DecoderHung, DecoderStarved } from "../confined/spawn-confined";
import type { MediaDeps } from "../deps";
import { countUpload } from "../media-metrics";
import { publishFiles } from "../publish-files";
import type { Rendering } from "../rendering";
import { requireFreeSpace, withWorkspace } from "../workspace";
import { renderOriginal } from "./render-original";

/** More rotations during one job are probably of a script: the job is tried later. */
const ROTATIONS_MAX = 3;

/** Creates the derivatives of an upload. For a video, sends a job to the slow queue. */
export const renderAttachment: Handler<{ attachmentId: string }, MediaDeps> = async (
  { attachmentId },
  deps,
  run,
) => {
  const id = BigInt(attachmentId);
  const attachment = await findWaiting(deps.db, id);
  if (attachment?.kind !== "video") return makeDerivatives(deps, id, run, { decoderRuns: 3 });

  await inTransaction(deps.db, async (tx) => {
    const turn = await uploadTurn(tx, id, transcodeVideoJob.queue);
    await send(tx, transcodeVideoJob, { attachmentId }, turn);
    await run.done(tx);
  });
};

/** A run of a video takes long, so its decoder may die only twice. */
export const transcodeVideo: Handler<{ attachmentId: string }, MediaDeps> = (
  { attachmentId },
  deps,
  run,
) => makeDerivatives(deps, BigInt(attachmentId), run, { decoderRuns: 2 });

interface Retries {
  /** After this number of runs with a dead decoder, the file is considered the reason. */
  readonly decoderRuns: number;
}

/**
 * Creates the derivatives of an upload (docs/reference/media.md#derivatives) and finishes the job
 * with the result. An upload that was deleted or is processed needs no work. A file that cannot be
 * decoded ends with `processing_error`. Only faults that a retry may resolve are thrown.
 */
async function makeDerivatives(
  deps: MediaDeps,
  id: bigint,
  run: JobRun,
  retries: Retries,
): Promise<void> {
  for (let rotations = 0; rotations < ROTATIONS_MAX; rotations += 1) {
    const attachment = await findWaiting(deps.db, id);
    if (attachment === undefined) return;
    if ((await renderAndRecord(deps, attachment, run, retries)) !== "rotated") return;
  }
  throw new Error("the option was rotated in every run");
}

async function renderAndRecord(
  deps: MediaDeps,
  attachment: WaitingAttachment,
  run: JobRun,
  retries: Retries,
): Promise<Recorded> {
  const began = performance.now();
  return withWorkspace(deps.workRoot, async (directory) => {
    const rendering = await tryToRender(deps, attachment, directory, run, retries);
    const result = await publish(deps, attachment, rendering, run);
    run.signal.throwIfAborted();
    const recorded = await recordResult(deps.db, attachment, result, deps.clock(), run.done);
    if (recorded === "recorded") {
      countUpload(deps.metrics, attachment, result, performance.now() - began);
    }
    if (recorded === "gone" && !(await hasRow(deps.db, attachment.id))) {
      await deps.storage.removePrefix(derivativesPrefix(attachment.storageKey));
    }
    return recorded;
  });
}

async function tryToRender(
  deps: MediaDeps,
  attachment: WaitingAttachment,
  directory: string,
  { signal, attempt, isLast, log }: JobRun,
  { decoderRuns }: Retries,
): Promise<Rendering> {
  const onProgress = (progress: number) =>
    noteProgress(deps.db, attachment.id, progress).catch((error: unknown) =>
      log.warn({ err: error }, "the progress of a video was not noted"),
    );
  // A busy machine costs all attempts of the job, a decoder that fails by itself only a few runs.
  const isFinal = (error: unknown) =>
    error instanceof DecoderStarved
      ? isLast
      : error instanceof DecoderDied && attempt >= decoderRuns;
  try {
    const run = { signal, attempt, isFinal, onProgress };
    const rendering = await renderOriginal(deps, attachment, directory, run);
    // On a full disk every file seems to be broken.
    if (!rendering.ok) await requireFreeSpace(directory);
    return rendering;
  } catch (error) {
    if (isStorageError(error, "missing")) {
      log.error({ err: error }, "the file of an upload does not exist");
      return { ok: false, problem: "missing", detail: "the stored file is gone" };
    }
    if (!(error instanceof DecoderDied || error instanceof DecoderStarved)) throw error;
    await requireFreeSpace(directory);
    if (!isFinal(error)) throw error;
    const timedOut = error instanceof DecoderHung || error instanceof DecoderStarved;
    return {
      ok: false,
      problem: timedOut ? "timed_out" : "too_expensive",
      detail: error.message,
    };
  }
}

async function publish(
  { storage }: MediaDeps,
  { storageKey }: WaitingAttachment,
  rendering: Rendering,
  { signal, log }: JobRun,
): Promise<AttachmentResult> {
  if (!rendering.ok) {
    log.info({ problem: rendering.problem, detail: rendering.detail }, "an upload cannot be shown");
    return rendering;
  }
  const { files, ...facts } = rendering;
  return { ...facts, derivatives: await publishFiles(storage, storageKey, files, signal) };
}
