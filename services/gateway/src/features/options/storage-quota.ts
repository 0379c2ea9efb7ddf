import { type StorageOwner, storageUsedBy } from "@polls/db/files";
import type { PrismaQueryable } from "@polls/db/sql";
import type { Deps } from "../../deps";
import { storageIsUsedUp } from "../../http/uploads/store-uploads";

type Quota = Pick<Deps, "config">;

/** The quota of an owner: its own, or that of the deployment (docs/reference/accounts.md#quotas). */
async function storageQuotaOf(
  { prisma }: PrismaQueryable,
  { ownerAccountId: id }: StorageOwner,
  { storageQuotaBytes: usual }: Quota["config"],
): Promise<number> {
  if (id === undefined) return usual;
  const account = await prisma.account.findUnique({
    where: { id },
    select: { storageQuotaBytes: true },
  });
  return Number(account?.storageQuotaBytes ?? usual);
}

/**
 * The number of bytes that the owner of a poll may still store, on all shards together. Negative if the quota was
 * lowered.
 */
export async function storageLeft(
  owner: StorageOwner,
  { config, shards }: Pick<Deps, "config" | "shards">,
): Promise<number> {
  const quota = await storageQuotaOf(shards.home, owner, config);
  const used = await Promise.all(shards.all().map((db) => storageUsedBy(db, owner)));
  return used.reduce((left, bytes) => left - bytes, quota);
}

/**
 * Throws 422 if the files of this transaction exceed the quota of the poll's owner. The first file
 * has locked the row of the owner, so concurrent uploads count each other. Files on other shards were counted before
 * the transaction.
 */
export async function requireStorage(
  tx: PrismaQueryable,
  { poll, uploads }: { readonly poll: StorageOwner; readonly uploads: readonly unknown[] },
  { config }: Quota,
): Promise<void> {
  if (uploads.length === 0) return;
  const quota = await storageQuotaOf(tx, poll, config);
  if ((await storageUsedBy(tx, poll)) > quota) throw storageIsUsedUp();
}
