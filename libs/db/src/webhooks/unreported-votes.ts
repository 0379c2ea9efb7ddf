import { lockClasses } from "../sql/advisory-locks";
import { columns } from "../sql/columns";
import { keysetOfPoll } from "../sql/keyset-of-poll";
import { columnOf, type Queryable, rowOf, rowsOf } from "../sql/queryable";
import { query } from "../sql/statement";
import type { ClaimedCursor } from "./webhook-cursors";

const lastIdSql = query<{ id: bigint }>(
  "last-vote-id",
  "SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS id FROM votes_id_seq",
);

/** The highest id of a vote. Its transaction may still be running. */
export const readLastVoteId = async (queryable: Queryable) =>
  (await rowOf(queryable, lastIdSql()))?.id ?? 0n;

const votingSql = query<{ transaction: string }>(
  "voting-transactions",
  `SELECT DISTINCT virtualtransaction AS transaction FROM pg_locks
   WHERE locktype = 'advisory' AND classid = ${lockClasses.polls} AND objsubid = 2 AND granted
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
);

/**
 * The running transactions that have locked a poll, as all do before their votes get ids
 * (docs/reliability.md#vote-transaction), by an id that no other transaction gets.
 */
export const readVotingTransactions = async (queryable: Queryable) =>
  new Set(await columnOf(queryable, votingSql(), "transaction"));

/** A vote that is new to the subscribers of an event. */
export interface UnreportedVote {
  readonly pollId: bigint;
  readonly id: bigint;
  readonly publicId: string;
  /** Whether the poll has `anonymize_voter_names`. */
  readonly anonymous: boolean;
}

const keyset = keysetOfPoll("votes", { pollId: "c.poll_id", after: "c.after" });

const newVotesSql = query<UnreportedVote>(
  "votes-after-cursors",
  `SELECT c.poll_id, v.id, v.public_id,
     coalesce((SELECT (settings -> 'anonymize_voter_names')::bool FROM polls WHERE id = c.poll_id), false) AS anonymous
   FROM unnest($1::bigint[], $2::bigint[]) AS c(poll_id, after) CROSS JOIN LATERAL (
     SELECT id, public_id FROM votes
     WHERE ${keyset.where} AND id <= $3::bigint
     ORDER BY ${keyset.order} LIMIT $4::int) v
   ORDER BY c.poll_id, v.id`,
);

/** The votes after the cursors of polls, up to an id, in order. At most `limit` for each poll. */
export const findVotesAfter = (
  queryable: Queryable,
  cursors: readonly Pick<ClaimedCursor, "pollId" | "position">[],
  upTo: bigint,
  limit: number,
) => rowsOf(queryable, newVotesSql(...columns(cursors, "pollId", "position"), upTo, limit));
