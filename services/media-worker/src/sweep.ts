import { inTransaction, lockOrphanedAttachments } from "@polls/db";
import { deleteAttachment } from "@polls/jobs";
import { sendAll } from "@polls/jobs/outbox";
import { DERIVATIVES, ORIGINALS } from "@polls/storage";
import type { MediaDeps } from "./deps";

/** Younger files may belong to a request or job that has not written its row yet. */
const GRACE_MS = 24 * 3_600_000;
const BATCH = 500;

export interface Swept {
  /** Removed files without a row. */
  readonly files: number;
  /** Uploads without an option whose deletion was sent. */
  readonly uploads: number;
}

/**
 * Removes what crashes leave (docs/reliability.md#interrupted-uploads), a day after the last write: files
 * without a row, unfinished files, and uploads without an option. It may run concurrently.
 */
export async function sweepStorage(
  deps: Pick<MediaDeps, "db" | "storage" | "clock">,
  signal: AbortSignal,
): Promise<Swept> {
  const before = new Date(deps.clock().getTime() - GRACE_MS);
  const uploads = await sendRemovals(deps, before);
  const originals = await sweepPrefix(deps, ORIGINALS, before, signal, async (keys) =>
    deps.db.prisma.attachment.findMany({
      where: { storageKey: { in: keys } },
      select: { storageKey: true },
    }),
  );
  const derivatives = await sweepPrefix(deps, DERIVATIVES, before, signal, async (keys) =>
    deps.db.prisma.derivative.findMany({
      where: { storageKey: { in: keys } },
      select: { storageKey: true },
    }),
  );
  await deps.storage.removeUnfinished(before);
  return { files: originals + derivatives, uploads };
}

type FindRows = (keys: string[]) => Promise<readonly { readonly storageKey: string }[]>;

async function sweepPrefix(
  { storage }: Pick<MediaDeps, "storage">,
  prefix: string,
  before: Date,
  signal: AbortSignal,
  findRows: FindRows,
): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  const sweepBatch = async () => {
    const named = new Set((await findRows(batch)).map(({ storageKey }) => storageKey));
    for (const key of batch) {
      if (named.has(key)) continue;
      signal.throwIfAborted();
      // A job that runs again writes the same key: the file is then young and gets its row.
      const file = await storage.stat(key);
      if (file === undefined || file.modifiedAt >= before) continue;
      await storage.remove(key);
      removed += 1;
    }
    batch = [];
  };
  for await (const { key, modifiedAt } of storage.list(prefix)) {
    signal.throwIfAborted();
    if (modifiedAt < before) batch.push(key);
    if (batch.length === BATCH) await sweepBatch();
  }
  if (batch.length > 0) await sweepBatch();
  return removed;
}

/** Sends the deletion of uploads that have no option and no job that deletes them. */
async function sendRemovals({ db }: Pick<MediaDeps, "db">, before: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    const job = deleteAttachment.name;
    const ids = await lockOrphanedAttachments(tx, { before, job, limit: BATCH });
    await sendAll(
      tx,
      deleteAttachment,
      ids.map((id) => ({ attachmentId: String(id) })),
    );
    return ids.length;
  });
}
