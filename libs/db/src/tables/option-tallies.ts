import type { TallyChange } from "@polls/domain/votes";
import type { Queryable, Transaction } from "../sql/queryable";
import { command, prepared, query } from "../sql/statement";
import { column } from "./columns";
import { addBallots, addToPollTally } from "./poll-tallies";

// Counts are in slotted rows. A writer changes the row of its connection's slot, so that a popular option
// has no hot row; a reader sums at most 64 rows (docs/adr/0007-votes-are-cast-in-shared-transactions.md).

const addSql = command(
  "add-to-option-tallies",
  `INSERT INTO option_tallies AS t
     (option_id, voting_category_id, slot, votes, total, noes, voters, places)
   SELECT option_id, category, pg_backend_pid() % 64, votes, total, noes, voters, places
   FROM unnest($1::bigint[], $2::int[], $3::int[], $4::numeric[], $5::int[], $6::int[],
     $7::int[]) AS r(option_id, category, votes, total, noes, voters, places)
   ORDER BY option_id, category
   ON CONFLICT (option_id, voting_category_id, slot) DO UPDATE
     SET votes = t.votes + excluded.votes, total = t.total + excluded.total,
         noes = t.noes + excluded.noes, voters = t.voters + excluded.voters,
         places = t.places + excluded.places`,
  prepared,
);

/** Adds to the counts of options, in the order of their keys. */
async function addToOptionTallies(tx: Transaction, changes: TallyChange["options"]): Promise<void> {
  if (changes.length === 0) return;
  await tx.run(
    addSql(
      column(changes, (change) => change.optionId),
      column(changes, (change) => change.votingCategoryId),
      column(changes, (change) => change.votes),
      column(changes, (change) => change.total),
      column(changes, (change) => change.noes),
      column(changes, (change) => change.voters),
      column(changes, (change) => change.places),
    ),
  );
}

/**
 * Adds a change to the tallies, as the last statements of the transaction whose votes cause it: other
 * transactions wait for these rows.
 */
export async function changeTallies(
  tx: Transaction,
  { options }: Pick<TallyChange, "options">,
  ballots: ReadonlyMap<bigint, number>,
): Promise<void> {
  await Promise.all([addToOptionTallies(tx, options), addBallots(tx, ballots)]);
}

const applySql = command(
  "apply-participant-to-option-tallies",
  `WITH sides AS (
     SELECT option_id, category, score, says_no FROM vote_sides
     WHERE poll_id = $1::bigint AND participant_id = $2::bigint
   ), changes AS (
     SELECT option_id, category, count(*) AS votes, sum(score) AS total,
            count(*) FILTER (WHERE says_no) AS noes, 0 AS voters
     FROM sides GROUP BY option_id, category
     UNION ALL
     SELECT DISTINCT option_id, 0, 0::bigint, 0::numeric, 0::bigint, 1 FROM sides
   )
   INSERT INTO option_tallies AS t (option_id, voting_category_id, slot, votes, total, noes, voters)
   SELECT option_id, category, pg_backend_pid() % 64, $3::int * sum(votes), $3::int * sum(total),
          $3::int * sum(noes), $3::int * sum(voters)
   FROM changes GROUP BY option_id, category ORDER BY option_id, category
   ON CONFLICT (option_id, voting_category_id, slot) DO UPDATE
     SET votes = t.votes + excluded.votes, total = t.total + excluded.total,
         noes = t.noes + excluded.noes, voters = t.voters + excluded.voters`,
);

const ballotsSql = query<{ ballots: number }>(
  "count-ballots-of-participant",
  `SELECT count(DISTINCT coalesce(vote_date, '0001-01-01'::date))::int AS ballots
   FROM votes WHERE poll_id = $1::bigint AND participant_id = $2::bigint AND counts`,
);

/**
 * Adds (`sign` 1) or subtracts (-1) everything that a participant's votes contribute to the counts. It
 * reads the votes as they are, and does not check whether the participant counts. The caller has locked
 * the row of the participant.
 */
export async function applyParticipant(
  tx: Transaction,
  { pollId, participantId }: { readonly pollId: bigint; readonly participantId: bigint },
  sign: 1 | -1,
): Promise<void> {
  await tx.run(applySql(pollId, participantId, sign));
  const { rows } = await tx.run(ballotsSql(pollId, participantId));
  await addToPollTally(tx, pollId, { ballots: sign * (rows[0]?.ballots ?? 0) });
}

const giveBackPlacesSql = command(
  "give-back-places",
  `INSERT INTO option_tallies AS t (option_id, voting_category_id, slot, places)
   SELECT DISTINCT option_id, 0, pg_backend_pid() % 64, -1 FROM votes
   WHERE poll_id = $1::bigint AND participant_id = $2::bigint
     AND vote_date IS NULL AND (value > 0 OR text IS NOT NULL)
   ORDER BY option_id
   ON CONFLICT (option_id, voting_category_id, slot) DO UPDATE
     SET places = t.places + excluded.places`,
);

/**
 * Subtracts the places that a participant takes (`limit_per_option`), before its votes are deleted. The
 * caller has locked the row of the participant.
 */
export async function giveBackPlaces(
  tx: Transaction,
  { pollId, participantId }: { readonly pollId: bigint; readonly participantId: bigint },
): Promise<void> {
  await tx.run(giveBackPlacesSql(pollId, participantId));
}

/** The counts of one option and voting category, summed over their slots. */
export interface OptionTally {
  readonly optionId: bigint;
  readonly votingCategoryId: number;
  readonly votes: number;
  readonly total: number;
  readonly noes: number;
  readonly voters: number;
}

const talliesSql = query<OptionTally>(
  "tallies-of-options",
  `SELECT option_id, voting_category_id, sum(votes)::int AS votes, sum(total)::float8 AS total,
          sum(noes)::int AS noes, sum(voters)::int AS voters
   FROM option_tallies WHERE option_id = ANY($1::bigint[])
   GROUP BY option_id, voting_category_id`,
);

/** The counts of the given options, by category. An option without votes has no row. */
export async function optionTallies(
  queryable: Queryable,
  optionIds: readonly bigint[],
): Promise<readonly OptionTally[]> {
  if (optionIds.length === 0) return [];
  return (await queryable.run(talliesSql(optionIds))).rows;
}

const siblingsSql = query<OptionTally>(
  "tallies-of-siblings",
  `SELECT t.option_id, t.voting_category_id, sum(t.votes)::int AS votes,
          sum(t.total)::float8 AS total, sum(t.noes)::int AS noes, sum(t.voters)::int AS voters
   FROM options o JOIN option_tallies t ON t.option_id = o.id
   WHERE o.poll_id = $1::bigint AND o.parent_id IS NOT DISTINCT FROM $2::bigint
   GROUP BY t.option_id, t.voting_category_id`,
);

/** The counts of all options under one parent (undefined: the top level), by category. */
export async function siblingTallies(
  queryable: Queryable,
  pollId: bigint,
  parentId: bigint | undefined,
): Promise<readonly OptionTally[]> {
  return (await queryable.run(siblingsSql(pollId, parentId ?? null))).rows;
}
