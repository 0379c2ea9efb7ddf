import type { Queryable } from "../sql/queryable";
import { query } from "../sql/statement";
import { isPublic, isSibling, type SiblingsKey } from "./siblings";

/** The options under one parent that a reader sees. */
export interface OptionListScope extends SiblingsKey {
  /** Admins see all options; members their own and, with `othersShown`, the public ones. */
  readonly reader:
    | "admin"
    | { readonly ownerKey: string | undefined; readonly othersShown: boolean };
}

/** The columns that a list can be in the order of. An index has each order; all begin with `parent_id`. */
const orders = {
  position: "parent_id, position, id",
  createdAtDesc: "parent_id DESC, created_at DESC, position, id",
  createdAt: "parent_id, created_at, position, id",
  content: 'parent_id, left(content, 600) COLLATE "und-x-icu", position, id',
  shuffled: "hashint8extended(id, $8::bigint), id",
} as const;

type OrderName = keyof typeof orders;

/** A stored order, or a shuffle that depends on a seed. */
export type OptionListOrder = Exclude<OrderName, "shuffled"> | { readonly shuffleSeed: bigint };

const pageSql = Object.fromEntries(
  Object.entries(orders).map(([name, order]) => [
    name,
    query<{ id: bigint }>(
      `page-of-options-by-${name}`,
      `SELECT id FROM options
       WHERE ${isSibling} AND ($3::bool OR owner_key = $4::text OR ($5::bool AND ${isPublic}))
       ORDER BY ${order} LIMIT $6::int OFFSET $7::int`,
    ),
  ]),
) as Readonly<Record<OrderName, ReturnType<typeof query<{ id: bigint }>>>>;

/** Ids of one page of the options that a reader sees, in order. */
export async function pageOfOptions(
  queryable: Queryable,
  { pollId, parentId, reader }: OptionListScope,
  order: OptionListOrder,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly bigint[]> {
  const isAdmin = reader === "admin";
  const ownerKey = isAdmin ? null : (reader.ownerKey ?? null);
  const othersShown = !isAdmin && reader.othersShown;
  const values = [pollId, parentId ?? null, isAdmin, ownerKey, othersShown, limit, offset];
  const statement =
    typeof order === "string"
      ? pageSql[order](...values)
      : pageSql.shuffled(...values, order.shuffleSeed);
  const { rows } = await queryable.run(statement);
  return rows.map(({ id }) => id);
}

const ownOptionsSql = query<{ id: bigint }>(
  "own-options",
  `SELECT id FROM options
   WHERE ${isSibling} AND owner_key = $3::text AND ($4::bool OR NOT (${isPublic}))`,
);

/** Ids of an owner's options under a parent: all of them, or those that other members do not see. */
export async function ownOptions(
  queryable: Queryable,
  { pollId, parentId }: SiblingsKey,
  ownerKey: string,
  which: "all" | "not_public",
): Promise<readonly bigint[]> {
  const { rows } = await queryable.run(
    ownOptionsSql(pollId, parentId ?? null, ownerKey, which === "all"),
  );
  return rows.map(({ id }) => id);
}
