import { inTransaction, uploadTurn } from "@polls/db";
import { type Handler, transcodeVideo } from "@polls/jobs";
import { send } from "@polls/jobs/outbox";
import { findWaiting } from "../attachments";
import type { MediaDeps } from "../deps";
import { makeDerivatives } from "./make-derivatives";

/** Makes the derivatives of an upload, or hands a film on to the queue for slow work. */
export const renderAttachment: Handler<{ attachmentId: string }, MediaDeps> = async (
  { attachmentId },
  deps,
  run,
) => {
  const id = BigInt(attachmentId);
  const attachment = await findWaiting(deps.db, id);
  if (attachment?.kind !== "video") return makeDerivatives(deps, id, run, { decoderRuns: 3 });

  await inTransaction(deps.db, async (tx) => {
    await send(tx, transcodeVideo, { attachmentId }, { turn: await uploadTurn(tx, id) });
    await run.done(tx);
  });
};
