import { addToPollTally } from "../polls/poll-tallies";
import { column, columns } from "../sql/columns";
import { changesOf, type Transaction } from "../sql/queryable";
import { command, query } from "../sql/statement";
import { participantCounts } from "./counting";

export interface VotesToMerge {
  readonly pollId: bigint;
  readonly optionId: bigint;
  readonly targetId: bigint;
}

const BATCH = 5_000;

/** The columns of votes that are stored as JSON until the merge is final, with their types. */
const heldColumns = {
  id: "bigint",
  public_id: "text",
  poll_id: "bigint",
  participant_id: "bigint",
  option_id: "bigint",
  loser_option_id: "bigint",
  type: "text",
  voting_category_id: "int",
  vote_date: "date",
  value: "numeric",
  text: "text",
  created_at: "timestamptz",
  updated_at: "timestamptz",
};
const voteColumns = {
  ...heldColumns,
  counts: "boolean",
  score: "numeric",
  says_no: "boolean",
  paid_votes: "int",
  place_until: "timestamptz",
};

interface LeavingVote {
  readonly id: bigint;
  readonly publicId: string;
  readonly participantId: bigint;
  readonly voteDate: string | null;
  readonly counts: boolean;
  /** The row, if the participant has a vote on the target too. */
  readonly removed: string | null;
}

interface RestoredVote {
  readonly id: bigint;
  readonly participantId: bigint;
  readonly voteDate: string | null;
  readonly counts: boolean;
}

const sameVote = `t.participant_id = v.participant_id
  AND t.voting_category_id IS NOT DISTINCT FROM v.voting_category_id
  AND t.vote_date IS NOT DISTINCT FROM v.vote_date`;

/** The statements for one of the two tables of votes. */
function statementsOf(table: "votes" | "held_votes", columns: Readonly<Record<string, string>>) {
  const held = table === "held_votes";
  const names = Object.keys(columns).join(", ");
  const typed = Object.entries(columns).map((entry) => entry.join(" "));
  return {
    held,
    leaving: query<LeavingVote>(
      `leaving-${table}`,
      `SELECT v.id, v.public_id, v.participant_id, v.vote_date::text AS vote_date,
              ${held ? "false" : "v.counts"} AS counts,
              CASE WHEN EXISTS (SELECT FROM ${table} t WHERE t.option_id = $3::bigint AND ${sameVote})
                THEN to_jsonb(v)::text END AS removed
       FROM ${table} v WHERE v.poll_id = $1::bigint AND v.option_id = $2::bigint
       ORDER BY v.id LIMIT ${BATCH}`,
    ),
    move: command(
      `move-${table}`,
      `UPDATE ${table} SET option_id = $2::bigint WHERE id = ANY($1::bigint[])`,
    ),
    remove: command(`remove-merged-${table}`, `DELETE FROM ${table} WHERE id = ANY($1::bigint[])`),
    moveBack: command(
      `move-back-${table}`,
      `UPDATE ${table} v SET option_id = $3::bigint
       WHERE v.public_id = ANY($1::text[]) AND v.option_id = $2::bigint
         AND NOT EXISTS (SELECT FROM ${table} t WHERE t.option_id = $3::bigint AND ${sameVote})`,
    ),
    restore: query<RestoredVote>(
      `restore-${table}`,
      `INSERT INTO ${table} (${names})
       SELECT ${names} FROM jsonb_to_recordset($1::jsonb) AS r(${typed.join(", ")})
       WHERE EXISTS (SELECT FROM participants p
                     WHERE p.id = r.participant_id${held ? " AND p.confirmed_at IS NULL" : ""})
       ON CONFLICT DO NOTHING
       RETURNING id, participant_id, vote_date::text AS vote_date,
         ${held ? "false" : "counts"} AS counts`,
    ),
  };
}

const tables = [statementsOf("votes", voteColumns), statementsOf("held_votes", heldColumns)];

const noteSql = command(
  "note-merged-votes",
  `INSERT INTO merged_votes (option_id, public_id, poll_id, participant_id, merged_at, held, removed)
   SELECT $1::bigint, public_id, $2::bigint, participant_id, $3::timestamptz, $4::boolean, removed::jsonb
   FROM unnest($5::text[], $6::bigint[], $7::text[]) AS m(public_id, participant_id, removed)`,
);

// A ballot remains while its participant has another counting vote of the day.
const ballotsSql = query<{ ballots: number }>(
  "ballots-of-merged-votes",
  `SELECT count(*)::int AS ballots
   FROM (SELECT DISTINCT participant_id, vote_date
         FROM unnest($1::bigint[], $2::date[]) AS b(participant_id, vote_date)) b
   JOIN participants p ON p.id = b.participant_id
   WHERE ${participantCounts} AND NOT EXISTS (
     SELECT FROM votes v
     WHERE v.participant_id = b.participant_id AND v.vote_date IS NOT DISTINCT FROM b.vote_date
       AND v.counts AND NOT (v.id = ANY($3::bigint[])))`,
);

async function changeBallots(
  tx: Transaction,
  pollId: bigint,
  votes: readonly Omit<RestoredVote, "id">[],
  { sign, without }: { readonly sign: 1 | -1; readonly without: readonly bigint[] },
): Promise<void> {
  const counting = votes.filter(({ counts }) => counts);
  if (counting.length === 0) return;
  const { rows } = await tx.run(
    ballotsSql(...columns(counting, "participantId", "voteDate"), without.map(String)),
  );
  await addToPollTally(tx, pollId, { ballots: sign * (rows[0]?.ballots ?? 0) });
}

/**
 * Moves the votes and held votes of an option to another one. Where a participant has the same vote on the target, that
 * one stays. The caller has locked the poll exclusively, and counts both options again.
 */
export async function mergeVotes(
  tx: Transaction,
  { pollId, optionId, targetId }: VotesToMerge,
  mergedAt: Date,
): Promise<void> {
  for (const { held, leaving, move, remove } of tables) {
    for (;;) {
      const { rows } = await tx.run(leaving(pollId, optionId, targetId));
      if (rows.length === 0) break;
      await tx.run(
        noteSql(
          optionId,
          pollId,
          mergedAt,
          held,
          ...columns(rows, "publicId", "participantId", "removed"),
        ),
      );
      const twice = rows.filter(({ removed }) => removed !== null);
      const once = rows.filter(({ removed }) => removed === null);
      await tx.run(move(idsOf(once), targetId));
      await tx.run(remove(idsOf(twice)));
      await changeBallots(tx, pollId, twice, { sign: -1, without: [] });
    }
  }
}

const idsOf = (votes: readonly { readonly id: bigint }[]) => column(votes, ({ id }) => id);

const notedSql = query<{
  readonly publicId: string;
  readonly held: boolean;
  readonly removed: string | null;
}>(
  "noted-merged-votes",
  `SELECT public_id, held, removed::text AS removed FROM merged_votes
   WHERE option_id = $1::bigint ORDER BY public_id LIMIT ${BATCH}`,
);

const forgetSql = command(
  "forget-merged-votes-of-option",
  "DELETE FROM merged_votes WHERE option_id = $1::bigint AND public_id = ANY($2::text[])",
);

/**
 * Takes back what `mergeVotes` did, as far as the votes still exist; held ones that were cast since move too. The
 * caller has locked the poll exclusively, and counts both options again.
 */
export async function unmergeVotes(
  tx: Transaction,
  { pollId, optionId, targetId }: VotesToMerge,
): Promise<void> {
  for (;;) {
    const { rows } = await tx.run(notedSql(optionId));
    if (rows.length === 0) return;
    const moved = rows.flatMap(({ publicId, removed }) => (removed === null ? [publicId] : []));
    for (const { held, moveBack, restore } of tables) {
      await tx.run(moveBack(moved, targetId, optionId));
      const removed = rows.flatMap((row) => (row.held === held ? (row.removed ?? []) : []));
      const restored = await tx.run(restore(`[${removed.join(",")}]`));
      const without = restored.rows.map(({ id }) => id);
      await changeBallots(tx, pollId, restored.rows, { sign: 1, without });
    }
    const publicIds = rows.map(({ publicId }) => publicId);
    await tx.run(forgetSql(optionId, publicIds));
  }
}

const deleteOldSql = command(
  "delete-old-merged-votes",
  `DELETE FROM merged_votes WHERE (option_id, public_id) IN (
     SELECT option_id, public_id FROM merged_votes WHERE merged_at < $1::timestamptz
     ORDER BY merged_at LIMIT $2::int)`,
);

/** Deletes up to `limit` votes of merges from before a time; returns their number. */
export const deleteOldMergedVotes = (tx: Transaction, before: Date, limit: number) =>
  changesOf(tx, deleteOldSql(before, limit));
