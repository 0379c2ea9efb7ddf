import { inTransaction } from "@polls/db/sql";
import type { Handler } from "@polls/jobs";
import { derivativesPrefix } from "@polls/storage";
import { findGarbage, removeGarbage } from "../attachments";
import type { MediaDeps } from "../deps";

/** Removes the files, then the row, which still has their keys after a crash in between. */
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
