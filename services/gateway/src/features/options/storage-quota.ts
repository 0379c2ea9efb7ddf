import { type StorageOwner, storageUsedBy } from "@polls/db/files";
import type { PrismaQueryable } from "@polls/db/sql";
import type { Deps } from "../../deps";
import { storageIsUsedUp } from "../../http/uploads/store-uploads";

type Quota = Pick<Deps, "config">;

/**
 * The number of bytes that the owner of a poll may still store, on all shelves together. Negative if the quota was
 * lowered.
 */
export async function storageLeft(
  owner: StorageOwner,
  { config, shelves }: Pick<Deps, "config" | "shelves">,
): Promise<number> {
  const used = await Promise.all(shelves.all().map((db) => storageUsedBy(db, owner)));
  return used.reduce((left, bytes) => left - bytes, config.storageQuotaBytes);
}

/**
 * Throws 422 if the files of this transaction exceed the quota of the poll's owner. The first file
 * has locked the row of the owner, so concurrent uploads count each other. Files on other shelves were counted before
 * the transaction.
 */
export async function requireStorage(
  tx: PrismaQueryable,
  { poll, uploads }: { readonly poll: StorageOwner; readonly uploads: readonly unknown[] },
  { config }: Quota,
): Promise<void> {
  if (uploads.length === 0) return;
  if ((await storageUsedBy(tx, poll)) > config.storageQuotaBytes) throw storageIsUsedUp();
}
