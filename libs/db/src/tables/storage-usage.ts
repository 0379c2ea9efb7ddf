import type { PrismaQueryable } from "../sql/queryable";

/** The owner of a poll, whom its files count for. */
export interface StorageOwner {
  readonly ownerAccountId: bigint | undefined;
  readonly ownerOrganizationId: bigint | undefined;
}

/**
 * The bytes of all originals of an owner's polls (docs/reference/media.md#storage-quota). Triggers count them
 * with each row of `attachments`; the transaction of an upload sees its own files, and holds up others of the
 * same owner.
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
