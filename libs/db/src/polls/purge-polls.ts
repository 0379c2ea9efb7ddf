import { columnOf, type Transaction } from "../sql/queryable";
import { command, query } from "../sql/statement";

const detachSql = query<{ id: bigint }>(
  "purge-attachments",
  `UPDATE attachments SET option_id = NULL, cover_of_poll_id = NULL WHERE id IN (
     SELECT a.id FROM options o JOIN attachments a ON a.option_id = o.id
     WHERE o.poll_id = $1::bigint
     UNION ALL SELECT id FROM attachments WHERE cover_of_poll_id = $1::bigint LIMIT $2::int)
   RETURNING id`,
);

/** Detaches up to `limit` attachments of a poll and its options. Returns their ids. */
export const detachAttachments = (tx: Transaction, pollId: bigint, limit: number) =>
  columnOf(tx, detachSql(pollId, limit), "id");

const rowsByKey = (table: string, key: string, order = "") =>
  command(
    `purge-${table.replace("_", "-")}`,
    `DELETE FROM ${table} WHERE (${key}) IN (
       SELECT ${key} FROM ${table} WHERE poll_id = $1::bigint ${order} LIMIT $2::int)`,
  );

const rowsById = (table: string, order?: string) => rowsByKey(table, "id", order);

// In this order no deletion cascades to an unbounded number of rows. The counts come last: without
// options nothing changes them.
const steps = [
  rowsById("votes", "ORDER BY id"),
  rowsById("held_votes"),
  rowsByKey("merged_votes", "option_id, public_id"),
  rowsById("invitations", "ORDER BY id"),
  rowsByKey("invited_addresses", "poll_id, address_key"),
  rowsById("comments", "ORDER BY id"),
  rowsById("abuse_reports"),
  rowsById("participants", "ORDER BY id"),
  command(
    "purge-options",
    `DELETE FROM options WHERE id IN (
       SELECT o.id FROM options o WHERE o.poll_id = $1::bigint
         AND NOT EXISTS (SELECT 1 FROM options child
                         WHERE child.poll_id = o.poll_id AND child.parent_id = o.id)
       LIMIT $2::int)`,
  ),
  command(
    "purge-option-counts",
    "DELETE FROM option_counts WHERE poll_id = $1::bigint AND $2::int > 0",
  ),
  command("purge-poll", "DELETE FROM polls WHERE id = $1::bigint AND $2::int > 0"),
];

/**
 * Deletes up to `limit` rows of a poll from one table, or else the poll, and returns their number. The attachments must
 * be detached before.
 */
export async function purgePollRows(
  tx: Transaction,
  pollId: bigint,
  limit: number,
): Promise<number> {
  for (const step of steps) {
    const { rowCount } = await tx.run(step(pollId, limit));
    if (rowCount > 0) return rowCount;
  }
  return 0;
}
