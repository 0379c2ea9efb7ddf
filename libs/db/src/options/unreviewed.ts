import { WAITING_MAX } from "@polls/domain/options";
import { mapOf, type Queryable } from "../sql/queryable";
import { query } from "../sql/statement";

export interface ReviewedPoll {
  readonly id: bigint;
  /** Whether its comments are counted too. */
  readonly withComments: boolean;
}

const unreviewedIn = (table: string, condition: string) =>
  `(SELECT count(*) FROM (
       SELECT FROM ${table} WHERE poll_id = p.id AND approval_state = 'unreviewed' AND ${condition}
       LIMIT ${WAITING_MAX}) AS first_${table})`;

// Read from the indexes `options_unreviewed` and `comments_not_approved`.
const unreviewedSql = query<{ pollId: bigint; unreviewed: number }>(
  "count-unreviewed",
  `SELECT p.id AS poll_id, least(${unreviewedIn("options", "parent_id IS NULL")}
     + ${unreviewedIn("comments", "p.with_comments")}, ${WAITING_MAX})::int AS unreviewed
   FROM unnest($1::bigint[], $2::bool[]) AS p(id, with_comments)`,
);

/** How many top-level options and comments of each poll wait for approval, `WAITING_MAX` at most. */
export async function countUnreviewed(
  queryable: Queryable,
  polls: readonly ReviewedPoll[],
): Promise<ReadonlyMap<bigint, number>> {
  if (polls.length === 0) return new Map();
  const ids = polls.map(({ id }) => id);
  const withComments = polls.map((poll) => poll.withComments);
  return mapOf(queryable, unreviewedSql(ids, withComments), "pollId", "unreviewed");
}
