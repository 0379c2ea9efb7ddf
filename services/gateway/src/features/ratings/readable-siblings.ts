import { countSiblings, Prisma, type PrismaQueryable } from "@polls/db";
import type { OwnerKey } from "@polls/domain/access";
import type { Sort } from "@polls/domain/polls";
import { siblingsOf } from "../options/positions";

/** The options under one parent that a reader may see. */
export interface SiblingScope {
  readonly pollId: bigint;
  readonly parentId: bigint | undefined;
  /** Admins see all options; members their own and, with `othersShown`, the public ones. */
  readonly reader:
    | "admin"
    | { readonly ownerKey: OwnerKey | undefined; readonly othersShown: boolean };
}

/** Approved, unarchived and paid: every reader may see the option (docs/reference/options.md#visibility). */
export const isPublic = Prisma.sql`approval_state = 'approved' AND NOT archived AND paid IS NOT FALSE`;

const readableBy = (reader: SiblingScope["reader"]): Prisma.Sql => {
  if (reader === "admin") return Prisma.sql`TRUE`;
  const own =
    reader.ownerKey === undefined ? Prisma.sql`FALSE` : Prisma.sql`owner_key = ${reader.ownerKey}`;
  return reader.othersShown ? Prisma.sql`(${own} OR (${isPublic}))` : own;
};

/** Orders with an index; the others are by rating. */
export type StoredSort = Exclude<Sort, "options.average_rating desc" | "options.rating desc">;

/** All begin with `parent_id`, as their indexes do; siblings have the same. */
const orders: Readonly<Record<StoredSort, Prisma.Sql>> = {
  "options.position asc": Prisma.sql`parent_id, position, id`,
  "options.created_at desc": Prisma.sql`parent_id DESC, created_at DESC, position, id`,
  "options.created_at asc": Prisma.sql`parent_id, created_at, position, id`,
  "options.content asc": Prisma.sql`parent_id, left(content, 600) COLLATE "und-x-icu", position, id`,
};

/** The order of a list: a stored one, or a shuffle that depends on a seed. */
export type SiblingOrder = StoredSort | { readonly shuffleSeed: bigint };

/** Number of options that a reader sees. Counts row by row only the reader's own. */
export async function countReadable(
  queryable: PrismaQueryable,
  { pollId, parentId, reader }: SiblingScope,
): Promise<number> {
  const siblings = { pollId, parentId };
  if (reader !== "admin" && !reader.othersShown) {
    return (await ownOptions(queryable, siblings, reader.ownerKey)).length;
  }
  const { options, shown } = await countSiblings(queryable, pollId, parentId);
  if (reader === "admin") return options;
  return shown + (await ownNotPublic(queryable, siblings, reader.ownerKey)).length;
}

/** Ids of one page of the options that a reader sees, in order. */
export async function pageOfReadable(
  queryable: PrismaQueryable,
  scope: SiblingScope,
  order: SiblingOrder,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<bigint[]> {
  const by =
    typeof order === "string"
      ? orders[order]
      : Prisma.sql`hashint8extended(id, ${order.shuffleSeed}::bigint), id`;
  const rows = await queryable.prisma.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM options
    WHERE ${siblingsOf(scope.pollId, scope.parentId)} AND ${readableBy(scope.reader)}
    ORDER BY ${by} LIMIT ${limit} OFFSET ${offset}`;
  return rows.map(({ id }) => id);
}

/** The owner's options under a parent; an anonymous reader has none. */
export const ownOptions = (
  queryable: PrismaQueryable,
  siblings: Pick<SiblingScope, "pollId" | "parentId">,
  ownerKey: OwnerKey | undefined,
): Promise<bigint[]> => selectOwn(queryable, siblings, ownerKey, Prisma.sql`TRUE`);

/** The owner's options under a parent that other members do not see. */
export const ownNotPublic = (
  queryable: PrismaQueryable,
  siblings: Pick<SiblingScope, "pollId" | "parentId">,
  ownerKey: OwnerKey | undefined,
): Promise<bigint[]> => selectOwn(queryable, siblings, ownerKey, Prisma.sql`NOT (${isPublic})`);

async function selectOwn(
  queryable: PrismaQueryable,
  { pollId, parentId }: Pick<SiblingScope, "pollId" | "parentId">,
  ownerKey: OwnerKey | undefined,
  condition: Prisma.Sql,
): Promise<bigint[]> {
  if (ownerKey === undefined) return [];
  const rows = await queryable.prisma.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM options
    WHERE ${siblingsOf(pollId, parentId)} AND owner_key = ${ownerKey} AND ${condition}`;
  return rows.map(({ id }) => id);
}
