import { columns } from "../sql/columns";
import { keysetOfPoll, newestOfPoll } from "../sql/keyset-of-poll";
import { changesOf, oneRow, type Queryable, rowsOf, type Transaction } from "../sql/queryable";
import { command, query } from "../sql/statement";

/** The position up to which a reader has followed the changes of a poll's ratings. */
export interface ChangeCursor {
  readonly voteId: bigint;
  readonly changeId: bigint;
}

/** The newest changes, and which transactions may still add earlier ones. */
export interface ChangeEnd extends ChangeCursor {
  /** Transactions from this id on may be running. Earlier ones have ended. */
  readonly running: bigint;
  /** Transactions from this id on began after the newest changes got their ids. */
  readonly next: bigint;
}

/** The maximum number of votes, and of changes, after a cursor that are read. */
const FOLLOWED_MAX = 20_000;

const keyset = keysetOfPoll();

// `pg_snapshot_xmax` is the id after the last transaction that ended. Running transactions may have higher ids, so the
// statement takes an id of its own.
const endSql = query<ChangeEnd>(
  "rating-changes-end",
  `SELECT coalesce(${newestOfPoll("votes")}, 0) AS vote_id,
     coalesce(${newestOfPoll("rating_changes")}, 0) AS change_id,
     pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS running,
     pg_current_xact_id()::text::bigint AS next`,
);

/** The cursor after the newest changes of a poll. */
export const endOfChanges = (queryable: Queryable, pollId: bigint) =>
  oneRow(queryable, endSql(pollId));

const votedSql = query<{ optionId: bigint; loserOptionId: bigint | null; votes: number }>(
  "rating-changes-of-votes",
  `SELECT option_id, loser_option_id, count(*)::int AS votes
   FROM (SELECT option_id, loser_option_id FROM votes
         WHERE ${keyset.where}
         ORDER BY ${keyset.order} LIMIT ${FOLLOWED_MAX}) AS fresh
   GROUP BY 1, 2`,
);

const changedSql = query<{ optionId: bigint | null; changes: number }>(
  "rating-changes-of-triggers",
  `SELECT option_id, count(*)::int AS changes
   FROM (SELECT option_id FROM rating_changes
         WHERE ${keyset.where}
         ORDER BY ${keyset.order} LIMIT ${FOLLOWED_MAX}) AS fresh
   GROUP BY 1`,
);

/**
 * Options with new votes after a cursor, and those whose counts, position or visibility triggers recorded as changed
 * (docs/adr/0012-rankings-are-kept-in-memory.md). Undefined: too many.
 */
export async function changedOptions(
  queryable: Queryable,
  pollId: bigint,
  after: ChangeCursor,
): Promise<readonly bigint[] | undefined> {
  const voted = await rowsOf(queryable, votedSql(pollId, after.voteId));
  const changed = await rowsOf(queryable, changedSql(pollId, after.changeId));
  const votes = voted.reduce((sum, row) => sum + row.votes, 0);
  const changes = changed.reduce((sum, row) => sum + row.changes, 0);
  const tooMany = votes === FOLLOWED_MAX || changes === FOLLOWED_MAX;
  if (tooMany || changed.some(({ optionId }) => optionId === null)) return undefined;
  const sides = [
    ...voted.flatMap((row) => [row.optionId, row.loserOptionId]),
    ...changed.map(({ optionId }) => optionId),
  ];
  return [...new Set(sides.filter((id) => id !== null))];
}

const optionsOfChangesSql = query<{ pollId: bigint; optionId: bigint }>(
  "options-of-changes",
  "SELECT poll_id, id AS option_id FROM options WHERE id = ANY($1::bigint[])",
);

const noteSql = command(
  "note-rating-changes",
  `INSERT INTO rating_changes (poll_id, option_id)
   SELECT poll_id, option_id FROM unnest($1::bigint[], $2::bigint[]) AS changed(poll_id, option_id)`,
);

/** Records that the position or visibility of options changed. */
export async function noteRatingChanges(
  tx: Transaction,
  optionIds: readonly bigint[],
): Promise<void> {
  if (optionIds.length === 0) return;
  const { rows } = await tx.run(optionsOfChangesSql(optionIds));
  await tx.run(noteSql(...columns(rows, "pollId", "optionId")));
}

// Without locks, unlike `deletesOld`: a lock doubles the log of a deleted row, and every vote makes some.
const deleteSql = command(
  "delete-old-rating-changes",
  `DELETE FROM rating_changes WHERE id IN (
     SELECT id FROM rating_changes WHERE at < $1::timestamptz ORDER BY at LIMIT $2::int)`,
);

/** Deletes up to `limit` changes from before a time; returns their number. */
export const deleteOldRatingChanges = (tx: Transaction, before: Date, limit: number) =>
  changesOf(tx, deleteSql(before, limit));
