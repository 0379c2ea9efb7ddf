import type { OwnerKey } from "@polls/domain/access";
import type { Sort } from "@polls/domain/polls";
import type { Queryable } from "../sql/queryable";
import { query } from "../sql/statement";
import { countSiblings } from "./option-counts";
import { isPublic, isSibling, type SiblingsKey } from "./siblings";

/** The options under one parent that a reader sees. */
export interface OptionListScope extends SiblingsKey {
  /** Admins see all options; members their own and, with `othersShown`, the public ones. */
  readonly reader:
    | "admin"
    | { readonly ownerKey: OwnerKey | undefined; readonly othersShown: boolean };
}

/** Orders with an index; the others are by rating. */
export type StoredSort = Exclude<Sort, "options.average_rating desc" | "options.rating desc">;

/** All begin with `parent_id`, as their indexes do; siblings have the same. */
const orders: Readonly<Record<StoredSort | "shuffled", string>> = {
  "options.position asc": "parent_id, position, id",
  "options.created_at desc": "parent_id DESC, created_at DESC, position, id",
  "options.created_at asc": "parent_id, created_at, position, id",
  "options.content asc": 'parent_id, left(content, 600) COLLATE "und-x-icu", position, id',
  shuffled: "hashint8extended(id, $8::bigint), id",
};

/** The order of a list: a stored one, or a shuffle that depends on a seed. */
export type OptionListOrder = StoredSort | { readonly shuffleSeed: bigint };

const pageBy = (order: keyof typeof orders) =>
  query<{ id: bigint }>(
    `page-of-options ${order}`,
    `SELECT id FROM options
     WHERE ${isSibling} AND ($3::bool OR owner_key = $4::text OR ($5::bool AND ${isPublic}))
     ORDER BY ${orders[order]} LIMIT $6::int OFFSET $7::int`,
  );

const pageSql = {
  "options.position asc": pageBy("options.position asc"),
  "options.created_at desc": pageBy("options.created_at desc"),
  "options.created_at asc": pageBy("options.created_at asc"),
  "options.content asc": pageBy("options.content asc"),
  shuffled: pageBy("shuffled"),
} as const;

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
  const { rows } = await queryable.run(
    typeof order === "string"
      ? pageSql[order](...values)
      : pageSql.shuffled(...values, order.shuffleSeed),
  );
  return rows.map(({ id }) => id);
}

const ownOptionsSql = query<{ id: bigint }>(
  "own-options",
  `SELECT id FROM options
   WHERE ${isSibling} AND owner_key = $3::text AND ($4::bool OR NOT (${isPublic}))`,
);

/**
 * Ids of an owner's options under a parent: all of them, or those that other members do not see. An
 * anonymous reader has none.
 */
export async function ownOptions(
  queryable: Queryable,
  { pollId, parentId }: SiblingsKey,
  ownerKey: OwnerKey | undefined,
  which: "all" | "not_public",
): Promise<readonly bigint[]> {
  if (ownerKey === undefined) return [];
  const { rows } = await queryable.run(
    ownOptionsSql(pollId, parentId ?? null, ownerKey, which === "all"),
  );
  return rows.map(({ id }) => id);
}

const ownersSql = query<{ ownerKey: string }>(
  "owners-of-options",
  `SELECT key AS owner_key FROM unnest($2::text[]) AS key
   WHERE EXISTS (SELECT FROM options WHERE poll_id = $1::bigint AND owner_key = key)`,
);

/** Those of the given owner keys that own an option of a poll. */
export async function findOptionOwners(
  queryable: Queryable,
  pollId: bigint,
  ownerKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await queryable.run(ownersSql(pollId, ownerKeys));
  return new Set(rows.map(({ ownerKey }) => ownerKey));
}

/** The number of options that a reader sees. Only the reader's own options are counted row by row. */
export async function countOptions(
  queryable: Queryable,
  { pollId, parentId, reader }: OptionListScope,
): Promise<number> {
  const siblings = { pollId, parentId };
  if (reader !== "admin" && !reader.othersShown) {
    return (await ownOptions(queryable, siblings, reader.ownerKey, "all")).length;
  }
  const { options, shown } = await countSiblings(queryable, pollId, parentId);
  if (reader === "admin") return options;
  return shown + (await ownOptions(queryable, siblings, reader.ownerKey, "not_public")).length;
}
