import { rowsOf, type Transaction } from "../sql/queryable";
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
export const detachAttachments = async (tx: Transaction, pollId: bigint, limit: number) =>
  (await rowsOf(tx, detachSql(pollId, limit))).map(({ id }) => id);

// In this order no deletion cascades to an unbounded number of rows. The counts come last: without
// options nothing changes them.
const steps = [
  command(
    "purge-votes",
    `DELETE FROM votes WHERE id IN (
       SELECT id FROM votes WHERE poll_id = $1::bigint ORDER BY id LIMIT $2::int)`,
  ),
  command(
    "purge-held-votes",
    `DELETE FROM held_votes WHERE id IN (
       SELECT id FROM held_votes WHERE poll_id = $1::bigint LIMIT $2::int)`,
  ),
  command(
    "purge-merged-votes",
    `DELETE FROM merged_votes WHERE (option_id, public_id) IN (
       SELECT option_id, public_id FROM merged_votes WHERE poll_id = $1::bigint LIMIT $2::int)`,
  ),
  command(
    "purge-invitations",
    `DELETE FROM invitations WHERE id IN (
       SELECT id FROM invitations WHERE poll_id = $1::bigint ORDER BY id LIMIT $2::int)`,
  ),
  command(
    "purge-invited-addresses",
    `DELETE FROM invited_addresses WHERE (poll_id, address_key) IN (
       SELECT poll_id, address_key FROM invited_addresses WHERE poll_id = $1::bigint LIMIT $2::int)`,
  ),
  command(
    "purge-comments",
    `DELETE FROM comments WHERE id IN (
       SELECT id FROM comments WHERE poll_id = $1::bigint ORDER BY id LIMIT $2::int)`,
  ),
  command(
    "purge-abuse-reports",
    `DELETE FROM abuse_reports WHERE id IN (
       SELECT id FROM abuse_reports WHERE poll_id = $1::bigint LIMIT $2::int)`,
  ),
  command(
    "purge-participants",
    `DELETE FROM participants WHERE id IN (
       SELECT id FROM participants WHERE poll_id = $1::bigint ORDER BY id LIMIT $2::int)`,
  ),
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

/** Deletes up to `limit` rows of a poll from one table, and last the poll. The attachments were detached before. */
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
