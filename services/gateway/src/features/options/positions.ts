import { Prisma, type PrismaQueryable, type PrismaTransaction } from "@polls/db";

/** The condition that holds for the children of a parent, or for top-level options. */
export const siblingsOf = (pollId: bigint, parentId: bigint | undefined): Prisma.Sql =>
  parentId === undefined
    ? Prisma.sql`poll_id = ${pollId} AND parent_id IS NULL`
    : Prisma.sql`poll_id = ${pollId} AND parent_id = ${parentId}`;

/**
 * Makes the caller the only one who adds, moves or removes children of a parent until the
 * transaction ends: positions stay 1, 2, 3 … without gap or double.
 */
export async function lockSiblings(
  tx: PrismaTransaction,
  pollId: bigint,
  parentId: bigint | undefined,
): Promise<void> {
  const key = `option siblings ${pollId} ${parentId ?? "top"}`;
  await tx.prisma.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
}

/** How many options stand under a parent; the last position. */
export async function lastPosition(
  queryable: PrismaQueryable,
  pollId: bigint,
  parentId: bigint | undefined,
): Promise<number> {
  const [row] = await queryable.prisma.$queryRaw<{ last: number }[]>`
    SELECT coalesce(max(position), 0)::int AS last FROM options WHERE ${siblingsOf(pollId, parentId)}`;
  return row?.last ?? 0;
}

/** Moves the siblings at `from` and behind by `by` places; nothing else of them changes. */
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
