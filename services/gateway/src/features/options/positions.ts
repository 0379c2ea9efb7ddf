import { Prisma, type PrismaQueryable, type PrismaTransaction } from "@polls/db";

/** The SQL condition for children of a parent, or for top-level options. */
export const siblingsOf = (pollId: bigint, parentId: bigint | undefined): Prisma.Sql =>
  parentId === undefined
    ? Prisma.sql`poll_id = ${pollId} AND parent_id IS NULL`
    : Prisma.sql`poll_id = ${pollId} AND parent_id = ${parentId}`;

/** Serializes transactions that add, move or remove children of a parent, so that positions stay 1 to n. */
export async function lockSiblings(
  tx: PrismaTransaction,
  pollId: bigint,
  parentId: bigint | undefined,
): Promise<void> {
  const key = `option siblings ${pollId} ${parentId ?? "top"}`;
  await tx.prisma.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
}

/** The last position under a parent; 0: there are no options. */
export async function lastPosition(
  queryable: PrismaQueryable,
  pollId: bigint,
  parentId: bigint | undefined,
): Promise<number> {
  const [row] = await queryable.prisma.$queryRaw<{ last: number }[]>`
    SELECT coalesce(max(position), 0)::int AS last FROM options WHERE ${siblingsOf(pollId, parentId)}`;
  return row?.last ?? 0;
}

/** Moves the siblings from `from` to `to`, by default the last one, by `by` positions. */
export async function shiftPositions(
  tx: PrismaTransaction,
  { pollId, parentId }: { readonly pollId: bigint; readonly parentId: bigint | undefined },
  { from, to, by }: { readonly from: number; readonly to?: number; readonly by: number },
): Promise<void> {
  const end = to === undefined ? Prisma.empty : Prisma.sql`AND position <= ${to}`;
  await tx.prisma.$executeRaw`
    UPDATE options SET position = position + ${by}
    WHERE ${siblingsOf(pollId, parentId)} AND position >= ${from} ${end}`;
}
