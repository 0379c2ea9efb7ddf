import type { PrismaQueryable, Transaction } from "../sql/queryable";
import { command } from "../sql/statement";

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

// Owners in the order of their ids, so that two statements never wait for each other.
const addUsage = (owner: "account_id" | "organization_id"): string => `
  INSERT INTO storage_usage AS u (${owner}, bytes)
  SELECT ${owner}, sum(byte_size) FROM uncounted WHERE ${owner} IS NOT NULL GROUP BY 1 ORDER BY 1
  ON CONFLICT (${owner}) DO UPDATE SET bytes = u.bytes + excluded.bytes
  RETURNING id, account_id, organization_id`;

const countSql = command(
  "count-uncounted-files",
  `WITH uncounted AS (
     SELECT a.id, byte_size, owner_account_id AS account_id, owner_organization_id AS organization_id
     FROM attachments a JOIN options o ON o.id = a.option_id JOIN polls p ON p.id = o.poll_id
     WHERE storage_usage_id IS NULL AND option_id IS NOT NULL ORDER BY a.id LIMIT $1::int FOR UPDATE OF a SKIP LOCKED
   ), of_accounts AS (${addUsage("account_id")}
   ), of_organizations AS (${addUsage("organization_id")}
   ), used AS (SELECT * FROM of_accounts UNION ALL SELECT * FROM of_organizations)
   UPDATE attachments a SET storage_usage_id = used.id
   FROM uncounted JOIN used
     ON used.account_id = uncounted.account_id OR used.organization_id = uncounted.organization_id
   WHERE a.id = uncounted.id`,
);

/** Counts up to `limit` files of releases that did not count files, for the present owner of their poll; returns their number. */
export async function countUncountedFiles(tx: Transaction, limit: number): Promise<number> {
  return (await tx.run(countSql(limit))).rowCount;
}
