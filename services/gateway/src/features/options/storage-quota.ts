import { type PrismaQueryable, type StorageOwner, storageUsedBy } from "@polls/db";
import type { Deps } from "../../deps";
import { storageIsUsedUp } from "../../http/uploads/store-uploads";

type Quota = Pick<Deps, "config">;

/** The bytes that the owner of a poll may still store; below 0 where a quota was lowered. */
export const storageLeft = async (
  queryable: PrismaQueryable,
  owner: StorageOwner,
  { config }: Quota,
): Promise<number> => config.storageQuotaBytes - (await storageUsedBy(queryable, owner));

/**
 * Throws 422 where the files of this transaction are above the quota of the poll's owner. The row of the owner
 * is locked since the first of them, so that uploads at the same time count each other.
 */
export async function requireStorage(
  tx: PrismaQueryable,
  { poll, uploads }: { readonly poll: StorageOwner; readonly uploads: readonly unknown[] },
  deps: Quota,
): Promise<void> {
  if (uploads.length > 0 && (await storageLeft(tx, poll, deps)) < 0) throw storageIsUsedUp();
}
