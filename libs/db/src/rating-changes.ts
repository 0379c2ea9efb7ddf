import type { Queryable } from "./connect";

/** How far somebody has followed what is voted in a poll. */
export interface ChangeCursor {
  readonly voteId: bigint;
  readonly changeId: bigint;
}

/** The end of what there is to follow, and which transactions may still add something before it. */
export interface ChangeEnd extends ChangeCursor {
  /** Transactions from this one on may be running; those before it have ended. */
  readonly running: bigint;
  /** The first transaction that had not begun. */
  readonly next: bigint;
}

/** More votes than these since the cursor are not looked through. */
const FOLLOWED_MAX = 20_000;

/** Where following the changes of a poll would begin now. */
export async function endOfChanges(queryable: Queryable, pollId: bigint): Promise<ChangeEnd> {
  const [row] = await queryable.$queryRaw<
    { vote_id: bigint; change_id: bigint; running: bigint; next: bigint }[]
  >`
    SELECT coalesce((SELECT max(id) FROM votes WHERE poll_id = ${pollId}), 0) AS vote_id,
           coalesce((SELECT max(id) FROM rating_changes WHERE poll_id = ${pollId}), 0) AS change_id,
           pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS running,
           pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS next`;
  if (row === undefined) throw new Error("a query without FROM gave no row");
  return { voteId: row.vote_id, changeId: row.change_id, running: row.running, next: row.next };
}

/**
 * Options of a poll whose counts, place or visibility may have changed since the cursor: those of new
 * votes, which their ids tell, and those that triggers noted (ADR 0012). Undefined: too many to name.
 */
export async function changedOptions(
  queryable: Queryable,
  pollId: bigint,
  since: ChangeCursor,
): Promise<readonly bigint[] | undefined> {
  const voted = await queryable.$queryRaw<
    { option_id: bigint; loser_option_id: bigint | null; votes: number }[]
  >`
    SELECT option_id, loser_option_id, count(*)::int AS votes
    FROM (SELECT option_id, loser_option_id FROM votes
          WHERE poll_id = ${pollId} AND id > ${since.voteId}
          ORDER BY id LIMIT ${FOLLOWED_MAX}) AS fresh
    GROUP BY 1, 2`;
  const noted = await queryable.$queryRaw<{ option_id: bigint | null }[]>`
    SELECT DISTINCT option_id FROM (
      SELECT option_id FROM rating_changes
      WHERE poll_id = ${pollId} AND id > ${since.changeId}
      ORDER BY id LIMIT ${FOLLOWED_MAX}) AS fresh`;
  const votes = voted.reduce((sum, row) => sum + row.votes, 0);
  const tooMany = votes === FOLLOWED_MAX || noted.length === FOLLOWED_MAX;
  if (tooMany || noted.some(({ option_id }) => option_id === null)) return undefined;
  const sides = [
    ...voted.flatMap((row) => [row.option_id, row.loser_option_id]),
    ...noted.map(({ option_id }) => option_id),
  ];
  return [...new Set(sides.filter((id) => id !== null))];
}
