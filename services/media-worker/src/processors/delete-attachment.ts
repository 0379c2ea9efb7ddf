import { inTransaction } from "@polls/db";
import type { Handler } from "@polls/jobs";
import { derivativesPrefix } from "@polls/storage";
import { findGarbage, removeGarbage } from "../attachments";
import type { MediaDeps } from "../deps";

/**
 * Removes the files of an upload that no option has any more, then its row: a crash in between
 * leaves a row that says what is still to be removed, never a file that nothing names.
 */
export const deleteAttachment: Handler<{ attachmentId: string }, MediaDeps> = async (
  { attachmentId },
  { db, storage },
  { signal, done },
) => {
  const id = BigInt(attachmentId);
  const garbage = await findGarbage(db, id);
  if (garbage === undefined) return;
  await storage.removePrefix(derivativesPrefix(garbage.storageKey));
  signal.throwIfAborted();
  await storage.remove(garbage.storageKey);
  await inTransaction(db, async (tx) => {
    await removeGarbage(tx, id);
    await done(tx);
  });
};
