import { detachAttachments, oldestDeletedPoll, purgePollRows } from "@polls/db/polls";
import type { Transaction } from "@polls/db/sql";
import { deleteAttachment } from "@polls/jobs";
import { sendAll } from "@polls/jobs/outbox";
import type { StatementTask } from "./maintenance-task";

const BATCH = 2_000;

/** Sends jobs for the files of a poll. The media worker deletes the files, then their rows. */
async function deleteFiles(tx: Transaction, pollId: bigint): Promise<number> {
  const ids = await detachAttachments(tx, pollId, BATCH);
  await sendAll(
    tx,
    deleteAttachment,
    ids.map((id) => ({ attachmentId: String(id) })),
  );
  return ids.length;
}

/**
 * Deletes the rows and files of deleted polls (docs/reference/polls.md#deletion). No transaction
 * writes to such a poll: the deletion waited for running writers, and later writers check for it
 * under the lock of the poll.
 */
export const purgePolls: StatementTask = {
  name: "purge deleted polls",
  async batch(tx) {
    const pollId = await oldestDeletedPoll(tx);
    if (pollId === undefined) return 0;
    const files = await deleteFiles(tx, pollId);
    return files > 0 ? files : purgePollRows(tx, pollId, BATCH);
  },
};
