import type { OwnerKey } from "@polls/domain/access";
import type { SearchTerms } from "@polls/domain/options";
import type { Sort } from "@polls/domain/polls";
import { foldedText } from "../sql/folded-text";
import { columnOf, type Queryable, rowOf, rowsOf } from "../sql/queryable";
import { query } from "../sql/statement";
import { countSiblings } from "./option-counts";
import { isPublic, isSibling, type SiblingsKey } from "./siblings";

/** The options under one parent that a reader sees. */
export interface OptionListScope extends SiblingsKey {
  /** Admins see all options; members see their own and, with `othersShown`, the public ones. */
  readonly reader:
    | "admin"
    | { readonly ownerKey: OwnerKey | undefined; readonly othersShown: boolean };
}

/** Orders that have an index. The other orders are by rating. */
export type StoredSort = Exclude<Sort, "options.average_rating desc" | "options.rating desc">;

/** Each order begins with `parent_id`, like its index. It is the same for all siblings. */
const orders: Readonly<Record<StoredSort | "shuffled", string>> = {
  "options.position asc": "parent_id, position, id",
  "options.created_at desc": "parent_id DESC, created_at DESC, position, id",
  "options.created_at asc": "parent_id, created_at, position, id",
  "options.content asc": 'parent_id, left(content, 600) COLLATE "und-x-icu", position, id',
  // Options without a date come last.
  "options.start_date asc": "parent_id, start_date, position, id",
  shuffled: "hashint8extended(id, $18::bigint), id",
};

export type OptionListOrder = StoredSort | { readonly shuffleSeed: bigint };

const isSeen = `($3::bool OR owner_key = $4::text OR ($5::bool AND ${isPublic}))`;

/** The text is searched in titles, subtitles and author names. Case and accents are ignored. */
export type OptionSearch = SearchTerms & { readonly now: Date };

export interface OptionFilter {
  /** Undefined: all. */
  readonly search: OptionSearch | undefined;
  /** The state of options that are not approved. Undefined: any option. */
  readonly approval: "unreviewed" | "disapproved" | undefined;
  /** Only options that are open, or only closed doors. */
  readonly doors?: Pick<SearchTerms, "doorTypes"> & { readonly open: boolean; readonly now: Date };
}

const has = (column: string): string =>
  `strpos(${foldedText(column)}, ${foldedText("$6::text")}) > 0`;
const isOwn = "($3::bool OR owner_key = $4::text)";

const isOpen = "(type <> ALL ($9::text[]) OR start_date IS NULL OR start_date <= $10::timestamptz)";

const isFound = `(
       $6::text IS NULL
       OR (${isOwn} OR type <> ALL ($7::text[])) AND ${has("content")}
       OR ${has("subtitle")}
       OR (${isOwn} OR NOT $8::bool) AND ${has("author_name")}
     ) AND ($13::text IS NULL OR $13::text = ANY (tags)) AND ($3::bool OR ${isOpen})`;

// The condition of the index `options_hidden` is repeated, because only few options are hidden.
const isMatching = `${isSibling} AND ${isSeen}
     AND ($6::text IS NULL AND $13::text IS NULL OR ${isFound} OR type = ANY ($11::text[]) AND id IN (
       SELECT parent_id FROM options
       WHERE poll_id = $1::bigint AND parent_id IS NOT NULL AND ${isSeen} AND ${isFound}
     ))
     AND ($12::text IS NULL OR NOT (${isPublic}) AND approval_state = $12::text)
     AND ($14::bool IS NULL OR ${isOpen} = $14::bool)`;

type Order = keyof typeof orders;

const pageBy = (order: Order) =>
  query<{ id: bigint }>(
    `page-of-options ${order}`,
    `SELECT id FROM options
     WHERE ${isMatching} AND ($15::bigint[] IS NULL OR id = ANY ($15::bigint[]))
     ORDER BY ${orders[order]} LIMIT $16::int OFFSET $17::int`,
  );

const pageSql = Object.fromEntries(
  Object.keys(orders).map((order) => [order, pageBy(order as Order)]),
) as Readonly<Record<Order, ReturnType<typeof pageBy>>>;

/** Ids of one page of the options that a reader sees, in order, of those `among` and that match `filter`. */
export async function pageOfOptions(
  queryable: Queryable,
  scope: OptionListScope,
  order: OptionListOrder,
  {
    limit,
    offset,
    among,
    filter,
  }: {
    readonly limit: number;
    readonly offset: number;
    readonly among?: readonly bigint[] | undefined;
    readonly filter?: OptionFilter | undefined;
  },
): Promise<readonly bigint[]> {
  const values = [...valuesOf(scope, filter), among ?? null, limit, offset];
  const statement =
    typeof order === "string"
      ? pageSql[order](...values)
      : pageSql.shuffled(...values, order.shuffleSeed);
  return columnOf(queryable, statement, "id");
}

const childrenSql = query<{ parentId: bigint; ids: readonly string[] }>(
  "pages-of-children",
  `SELECT parent_id, ARRAY(
     SELECT id::text FROM options
     WHERE poll_id = $1::bigint AND parent_id = parents.parent_id
       AND ($3::bool OR owner_key = $4::text OR (others_shown AND ${isPublic}))
     ORDER BY ${orders["options.position asc"]} LIMIT $6::int) AS ids
   FROM unnest($2::bigint[], $5::bool[]) AS parents(parent_id, others_shown)`,
);

/** The ids of the first options that a reader of a poll sees under each parent, by position. */
export async function pagesOfChildren(
  queryable: Queryable,
  scopes: readonly (OptionListScope & { readonly parentId: bigint })[],
  limit: number,
): Promise<ReadonlyMap<bigint, readonly bigint[]>> {
  const [first] = scopes;
  if (first === undefined) return new Map();
  const [pollId, , isAdmin, ownerKey] = valuesOf(first);
  const parents = scopes.map(({ parentId }) => parentId);
  const shown = scopes.map(({ reader }) => reader !== "admin" && reader.othersShown);
  const statement = childrenSql(pollId, parents, isAdmin, ownerKey, shown, limit);
  const rows = await rowsOf(queryable, statement);
  return new Map(rows.map(({ parentId, ids }) => [parentId, ids.map(BigInt)]));
}

const valuesOf = ({ pollId, parentId, reader }: OptionListScope, filter?: OptionFilter) => {
  const isAdmin = reader === "admin";
  const ownerKey = isAdmin ? null : (reader.ownerKey ?? null);
  const search = filter?.search;
  const doors = filter?.doors;
  const { doorTypes = [], now = null } = doors ?? search ?? {};
  return [
    ...[pollId, parentId ?? null, isAdmin, ownerKey, !isAdmin && reader.othersShown],
    ...[search?.text ?? null, search?.namelessTypes ?? [], search?.authorsHidden ?? false],
    ...[doorTypes, now, search?.groupTypes ?? []],
    ...[filter?.approval ?? null, search?.tag ?? null, doors?.open ?? null],
  ];
};

const countMatchingSql = query<{ count: number }>(
  "count-matching-options",
  `SELECT count(*)::int AS count FROM options WHERE ${isMatching}`,
);

/** The number of options that a reader sees and that match. Reads each of them. */
export const countMatchingOptions = async (
  queryable: Queryable,
  scope: OptionListScope,
  filter: OptionFilter,
) => (await rowOf(queryable, countMatchingSql(...valuesOf(scope, filter))))?.count ?? 0;

const ownOptionsSql = query<{ id: bigint }>(
  "own-options",
  `SELECT id FROM options
   WHERE ${isSibling} AND owner_key = $3::text AND ($4::bool OR NOT (${isPublic}))`,
);

/** Ids of an owner's options under a parent: all, or those that other members do not see. */
export async function ownOptions(
  queryable: Queryable,
  { pollId, parentId }: SiblingsKey,
  ownerKey: OwnerKey | undefined,
  which: "all" | "not_public",
): Promise<readonly bigint[]> {
  if (ownerKey === undefined) return [];
  const statement = ownOptionsSql(pollId, parentId ?? null, ownerKey, which === "all");
  return columnOf(queryable, statement, "id");
}

const ownersSql = query<{ ownerKey: string }>(
  "owners-of-options",
  `SELECT key AS owner_key FROM unnest($2::text[]) AS key
   WHERE EXISTS (SELECT FROM options WHERE poll_id = $1::bigint AND owner_key = key)`,
);

/** Which of the given owner keys own an option of a poll. */
export const findOptionOwners = async (
  queryable: Queryable,
  pollId: bigint,
  ownerKeys: readonly string[],
) => new Set(await columnOf(queryable, ownersSql(pollId, ownerKeys), "ownerKey"));

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
