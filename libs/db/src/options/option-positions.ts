import { lockByName } from "../sql/advisory-locks";
import { mapOf, type Queryable, rowOf, type Transaction } from "../sql/queryable";
import { command, query } from "../sql/statement";
import type { OptionListScope } from "./option-lists";
import { isPublic, isSibling, type SiblingsKey } from "./siblings";

/** Locks the children of a parent, so that positions stay 1, 2, 3 … without gaps or duplicates. */
export const lockSiblings = (tx: Transaction, { pollId, parentId }: SiblingsKey) =>
  lockByName(tx, `option siblings ${pollId} ${parentId ?? "top"}`);

const lastPositionSql = query<{ last: number }>(
  "last-option-position",
  `SELECT coalesce(max(position), 0)::int AS last FROM options WHERE ${isSibling}`,
);

/** The last position under a parent, or 0 without children. */
export const lastPosition = async (queryable: Queryable, { pollId, parentId }: SiblingsKey) =>
  (await rowOf(queryable, lastPositionSql(pollId, parentId ?? null)))?.last ?? 0;

const shiftPositionsSql = command(
  "shift-option-positions",
  `UPDATE options SET position = position + $5::int
   WHERE ${isSibling} AND position >= $3::int AND ($4::int IS NULL OR position <= $4::int)`,
);

/** Adds `by` to the positions from `from` to `to`. Without `to`, to the last position. */
export const shiftPositions = (
  tx: Transaction,
  { pollId, parentId }: SiblingsKey,
  { from, to, by }: { readonly from: number; readonly to?: number; readonly by: number },
) => tx.run(shiftPositionsSql(pollId, parentId ?? null, from, to ?? null, by));

/** This condition equals that of the index `options_hidden`. */
const hiddenBeforeSql = query<{ place: number; hidden: number }>(
  "hidden-options-before-positions",
  `SELECT width_bucket(position, $4::int[]) AS place, count(*)::int AS hidden FROM options
   WHERE ${isSibling} AND NOT (${isPublic}) AND position < $5::int
     AND ($3::text IS NULL OR owner_key IS DISTINCT FROM $3::text)
   GROUP BY place`,
);

const ownPositionsSql = query<{ id: bigint; position: number }>(
  "own-option-positions",
  `SELECT id, row_number() OVER (ORDER BY position, id)::int AS position FROM options
   WHERE ${isSibling} AND owner_key = $3::text`,
);

/** An option with its stored position. */
export interface Positioned {
  readonly id: bigint;
  readonly position: number;
}

/** The positions of siblings among those that a reader sees (docs/reference/options.md#position). */
export async function positionsSeen(
  queryable: Queryable,
  { pollId, parentId, reader }: OptionListScope,
  siblings: readonly Positioned[],
): Promise<ReadonlyMap<bigint, number>> {
  const stored = siblings.map(({ id, position }) => [id, position] as const);
  if (reader === "admin" || siblings.length === 0) return new Map(stored);
  const ownerKey = reader.ownerKey ?? null;
  if (!reader.othersShown) {
    const statement = ownPositionsSql(pollId, parentId ?? null, ownerKey);
    const own = await mapOf(queryable, statement, "id", "position");
    // An anonymous reader owns nothing, but sees the option that it has just created.
    return new Map(stored.map(([id]) => [id, own.get(id) ?? own.size + 1]));
  }
  const places = stored.map(([, position]) => position).sort((one, other) => one - other);
  const { rows } = await queryable.run(
    hiddenBeforeSql(pollId, parentId ?? null, ownerKey, places, places.at(-1)),
  );
  const hiddenBefore = (position: number) =>
    rows.reduce(
      (sum, { place, hidden }) => sum + (place <= places.indexOf(position) ? hidden : 0),
      0,
    );
  return new Map(stored.map(([id, position]) => [id, position - hiddenBefore(position)]));
}
