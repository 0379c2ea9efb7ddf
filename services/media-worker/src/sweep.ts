import type { Db } from "@polls/db/connection";
import { lockOrphanedAttachments } from "@polls/db/files";
import { inTransaction } from "@polls/db/sql";
import { deleteAttachment } from "@polls/jobs";
import { sendAll } from "@polls/jobs/outbox";
import { DERIVATIVES, isFileKey, ORIGINALS, type Storage } from "@polls/storage";
import type { MediaDeps } from "./deps";

/** Younger files may belong to a request or job that has not written its row yet. */
const GRACE_MS = 24 * 3_600_000;
const BATCH = 500;

/** What a sweep needs: files belong to the rows of any shard. */
export interface SweepDeps extends Pick<MediaDeps, "clock"> {
  readonly storage: Storage;
  readonly shards: readonly Db[];
}

/**
 * Removes what crashes leave behind, a day after the last write: files without a row, unfinished
 * files, and uploads without an option (docs/reliability.md#storage-failures). May run
 * concurrently.
 */
export async function sweepStorage(deps: SweepDeps, signal: AbortSignal) {
  const before = new Date(deps.clock().getTime() - GRACE_MS);
  let uploads = 0;
  for (const db of deps.shards) uploads += await sendRemovals(db, before);
  const originals = await sweepPrefix(deps, ORIGINALS, before, signal, (db, keys) =>
    db.prisma.attachment.findMany({
      where: { storageKey: { in: keys } },
      select: { storageKey: true },
    }),
  );
  const derivatives = await sweepPrefix(deps, DERIVATIVES, before, signal, async (db, keys) => [
    ...(await db.prisma.derivative.findMany({
      where: { storageKey: { in: keys } },
      select: { storageKey: true },
    })),
    ...(await db.prisma.linkPicture.findMany({
      where: { storageKey: { in: keys } },
      select: { storageKey: true },
    })),
  ]);
  for (const prefix of [ORIGINALS, DERIVATIVES]) {
    await deps.storage.removeUnfinished(prefix, before);
  }
  return {
    files: originals.removed + derivatives.removed,
    /** Number of uploads without an option for which a deletion job was sent. */
    uploads,
    /** Number of names that are no keys of the service, such as `.DS_Store`. They stay. */
    foreign: originals.foreign + derivatives.foreign,
  };
}

type FindRows = (
  db: Db,
  keys: string[],
) => PromiseLike<readonly { readonly storageKey: string | null }[]>;

async function sweepPrefix(
  { storage, shards }: SweepDeps,
  prefix: string,
  before: Date,
  signal: AbortSignal,
  findRows: FindRows,
): Promise<{ readonly removed: number; readonly foreign: number }> {
  let removed = 0;
  let foreign = 0;
  let batch: string[] = [];
  const sweepBatch = async () => {
    const found = await Promise.all(shards.map((db) => findRows(db, batch)));
    const named = new Set(found.flat().map(({ storageKey }) => storageKey));
    for (const key of batch) {
      if (named.has(key)) continue;
      signal.throwIfAborted();
      // A job that runs again writes the same key. The file is then young and gets its row.
      const file = await storage.stat(key);
      if (file === undefined || file.modifiedAt >= before) continue;
      await storage.remove(key);
      removed += 1;
    }
    batch = [];
  };
  const countForeign = () => {
    foreign += 1;
  };
  for await (const { key, modifiedAt } of storage.list(prefix, countForeign)) {
    signal.throwIfAborted();
    if (!isFileKey(key)) countForeign();
    else if (modifiedAt < before) batch.push(key);
    if (batch.length === BATCH) await sweepBatch();
  }
  if (batch.length > 0) await sweepBatch();
  return { removed, foreign };
}

/** Sends deletion jobs for uploads that have neither an option nor a deletion job. */
async function sendRemovals(db: Db, before: Date): Promise<number> {
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
