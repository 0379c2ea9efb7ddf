import { lockByName } from "../sql/advisory-locks";
import type { Queryable, Transaction } from "../sql/queryable";
import { command, query } from "../sql/statement";
import { isSibling, type SiblingsKey } from "./siblings";

/**
 * Locks the children of a parent until the transaction ends: only the caller adds, moves or removes any.
 * So positions stay 1, 2, 3 … without gap or double.
 */
export const lockSiblings = (tx: Transaction, { pollId, parentId }: SiblingsKey): Promise<void> =>
  lockByName(tx, `option siblings ${pollId} ${parentId ?? "top"}`);

const lastPositionSql = query<{ last: number }>(
  "last-option-position",
  `SELECT coalesce(max(position), 0)::int AS last FROM options WHERE ${isSibling}`,
);

/** The last position under a parent; 0 where it has no children. */
export async function lastPosition(
  queryable: Queryable,
  { pollId, parentId }: SiblingsKey,
): Promise<number> {
  const { rows } = await queryable.run(lastPositionSql(pollId, parentId ?? null));
  return rows[0]?.last ?? 0;
}

const shiftPositionsSql = command(
  "shift-option-positions",
  `UPDATE options SET position = position + $5::int
   WHERE ${isSibling} AND position >= $3::int AND ($4::int IS NULL OR position <= $4::int)`,
);

/** Adds `by` to the positions from `from` to `to`, or to the last one. */
export async function shiftPositions(
  tx: Transaction,
  { pollId, parentId }: SiblingsKey,
  { from, to, by }: { readonly from: number; readonly to?: number; readonly by: number },
): Promise<void> {
  await tx.run(shiftPositionsSql(pollId, parentId ?? null, from, to ?? null, by));
}
