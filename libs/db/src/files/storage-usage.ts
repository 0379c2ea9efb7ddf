import { column } from "../sql/columns";
import type { PrismaQueryable, Transaction } from "../sql/queryable";
import { command, query } from "../sql/statement";

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

const uncountedSql = query<{
  id: bigint;
  byteSize: number;
  account: bigint | null;
  organization: bigint | null;
}>(
  "uncounted-files",
  `SELECT a.id, byte_size::float8 AS byte_size, owner_account_id AS account,
     owner_organization_id AS organization
   FROM attachments a JOIN options o ON o.id = a.option_id JOIN polls p ON p.id = o.poll_id
   WHERE storage_usage_id IS NULL AND option_id IS NOT NULL ORDER BY a.id LIMIT $1::int FOR UPDATE OF a SKIP LOCKED`,
);

const addUsage = (owner: "account_id" | "organization_id") =>
  query<{ id: bigint; owner: bigint }>(
    `add-storage-usage-by-${owner}`,
    `INSERT INTO storage_usage AS u (${owner}, bytes)
     SELECT owner, sum(bytes) FROM unnest($1::bigint[], $2::bigint[]) AS added(owner, bytes)
     GROUP BY owner ORDER BY owner
     ON CONFLICT (${owner}) DO UPDATE SET bytes = u.bytes + excluded.bytes
     RETURNING id, ${owner} AS owner`,
  );

const addUsageSql = { account: addUsage("account_id"), organization: addUsage("organization_id") };

const markCountedSql = command(
  "mark-files-as-counted",
  `UPDATE attachments SET storage_usage_id = counted.usage
   FROM unnest($1::bigint[], $2::bigint[]) AS counted(id, usage) WHERE attachments.id = counted.id`,
);

/** Counts up to `limit` files that older releases did not count. Returns their number. */
export async function countUncountedFiles(tx: Transaction, limit: number): Promise<number> {
  const { rows } = await tx.run(uncountedSql(limit));
  let counted = 0;
  for (const kind of ["account", "organization"] as const) {
    const files = rows.filter((file) => file[kind] !== null);
    if (files.length === 0) continue;
    const owners = column(files, (file) => file[kind]);
    const usages = await tx.run(
      addUsageSql[kind](
        owners,
        column(files, (file) => file.byteSize),
      ),
    );
    const usageOf = new Map(usages.rows.map(({ id, owner }) => [owner, id]));
    const ofOwners = column(files, (file) => usageOf.get(file[kind] ?? 0n));
    const ids = column(files, ({ id }) => id);
    counted += (await tx.run(markCountedSql(ids, ofOwners))).rowCount;
  }
  return counted;
}
