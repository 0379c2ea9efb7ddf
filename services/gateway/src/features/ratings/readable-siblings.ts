import { countSiblings, Prisma, type Queryable } from "@polls/db";
import type { OwnerKey } from "@polls/domain/access";
import type { Sort } from "@polls/domain/polls";
import { siblingsOf } from "../options/positions";

/** Whose children are listed, and which of them the reader may see. */
export interface SiblingScope {
  readonly pollId: bigint;
  readonly parentId: bigint | undefined;
  /** `all` for admins; else the reader's own, and others' where `othersShown` and they are public. */
  readonly reader:
    | "admin"
    | { readonly ownerKey: OwnerKey | undefined; readonly othersShown: boolean };
}

/** Approved, unarchived and paid: what every reader may count (decisions 4). */
export const isPublic = Prisma.sql`approval_state = 'approved' AND NOT archived AND paid IS NOT FALSE`;

const readableBy = (reader: SiblingScope["reader"]): Prisma.Sql => {
  if (reader === "admin") return Prisma.sql`TRUE`;
  const own =
    reader.ownerKey === undefined ? Prisma.sql`FALSE` : Prisma.sql`owner_key = ${reader.ownerKey}`;
  return reader.othersShown ? Prisma.sql`(${own} OR (${isPublic}))` : own;
};

/** Orders that the database keeps; the others go by ratings. */
export type StoredSort = Exclude<Sort, "options.average_rating desc" | "options.rating desc">;

/** All begin with `parent_id`, the same for all siblings, as the indexes that keep them do. */
const orders: Readonly<Record<StoredSort, Prisma.Sql>> = {
  "options.position asc": Prisma.sql`parent_id, position, id`,
  "options.created_at desc": Prisma.sql`parent_id DESC, created_at DESC, position, id`,
  "options.created_at asc": Prisma.sql`parent_id, created_at, position, id`,
  "options.content asc": Prisma.sql`parent_id, left(content, 600) COLLATE "und-x-icu", position, id`,
};

/** The order of a list: one that is stored, or a shuffle that is the same for a seed. */
export type SiblingOrder = StoredSort | { readonly shuffleSeed: bigint };

/** How many options a reader sees; counts none but his own. */
export async function countReadable(
  queryable: Queryable,
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

/** Ids of one page of the options a reader sees, in order. */
export async function pageOfReadable(
  queryable: Queryable,
  scope: SiblingScope,
  order: SiblingOrder,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<bigint[]> {
  const by =
    typeof order === "string"
      ? orders[order]
      : Prisma.sql`hashint8extended(id, ${order.shuffleSeed}::bigint), id`;
  const rows = await queryable.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM options
    WHERE ${siblingsOf(scope.pollId, scope.parentId)} AND ${readableBy(scope.reader)}
    ORDER BY ${by} LIMIT ${limit} OFFSET ${offset}`;
  return rows.map(({ id }) => id);
}

/** Somebody's own options under a parent; an anonymous reader has none. */
export const ownOptions = (
  queryable: Queryable,
  siblings: Pick<SiblingScope, "pollId" | "parentId">,
  ownerKey: OwnerKey | undefined,
): Promise<bigint[]> => selectOwn(queryable, siblings, ownerKey, Prisma.sql`TRUE`);

/** Likewise those that nobody else sees. */
export const ownNotPublic = (
  queryable: Queryable,
  siblings: Pick<SiblingScope, "pollId" | "parentId">,
  ownerKey: OwnerKey | undefined,
): Promise<bigint[]> => selectOwn(queryable, siblings, ownerKey, Prisma.sql`NOT (${isPublic})`);

async function selectOwn(
  queryable: Queryable,
  { pollId, parentId }: Pick<SiblingScope, "pollId" | "parentId">,
  ownerKey: OwnerKey | undefined,
  condition: Prisma.Sql,
): Promise<bigint[]> {
  if (ownerKey === undefined) return [];
  const rows = await queryable.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM options
    WHERE ${siblingsOf(pollId, parentId)} AND owner_key = ${ownerKey} AND ${condition}`;
  return rows.map(({ id }) => id);
}
