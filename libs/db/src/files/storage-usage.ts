import type { PrismaQueryable } from "../sql/queryable";

/** The owner of a poll, to whom its files are attributed. */
export interface StorageOwner {
  readonly ownerAccountId?: bigint | undefined;
  readonly ownerOrganizationId?: bigint | undefined;
}

/**
 * The bytes of all originals in an owner's polls (docs/reference/media.md#storage-quota), summed by triggers. The
 * transaction of an upload sees its own files and blocks other uploads of the owner.
 */
export async function storageUsedBy(
  { prisma }: PrismaQueryable,
  { ownerAccountId, ownerOrganizationId }: StorageOwner,
): Promise<number> {
  const where =
    ownerOrganizationId !== undefined
      ? { organizationId: ownerOrganizationId }
      : ownerAccountId !== undefined
        ? { accountId: ownerAccountId }
        : undefined;
  if (where === undefined) return 0;
  const usage = await prisma.storageUsage.findUnique({ where, select: { bytes: true } });
  return Number(usage?.bytes ?? 0n);
}
