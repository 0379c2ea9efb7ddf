import type { Queryable, Transaction } from "./connect";

// Counts live in slotted rows: a writer changes the row of its own connection's slot, so that an
// option everybody votes for has no hot row; a reader sums at most 64 rows (ADR 0007).

/** A change of the counts of one option and voting category (0: the poll has none). */
export interface OptionTallyChange {
  readonly optionId: bigint;
  readonly votingCategoryId: number;
  /** Counting votes; in comparisons those the option took part in. */
  readonly votes: number;
  /** Sum of their values; in comparisons its wins. */
  readonly total: number;
  readonly noes: number;
  /** Participants with a counting vote on the option; kept in category 0. */
  readonly voters: number;
  /** Participants who take a place of the option, by votes without a day; kept in category 0. */
  readonly places: number;
}

export interface PollTallyChange {
  /** Participants without a pending opt-in. */
  readonly participants?: number;
  /** Participants, with `vote_per_day` their days, with any counting vote. */
  readonly ballots?: number;
}

/** Adds to the counts of a poll, in the transaction of what they count. */
export async function addToPollTally(
  tx: Transaction,
  pollId: bigint,
  { participants = 0, ballots = 0 }: PollTallyChange,
): Promise<void> {
  if (participants === 0 && ballots === 0) return;
  await tx.$executeRaw`
    INSERT INTO poll_tallies AS t (poll_id, slot, participants, ballots)
    VALUES (${pollId}, pg_backend_pid() % 64, ${participants}, ${ballots})
    ON CONFLICT (poll_id, slot) DO UPDATE
      SET participants = t.participants + excluded.participants,
          ballots = t.ballots + excluded.ballots`;
}

/**
 * Adds (`sign` 1) or takes away (-1) everything a participant's votes contribute: around a change of
 * whether the participant counts, or of several of its votes. Call it while the participant's row is
 * locked; it reads the votes as they are now and does not ask whether the participant counts.
 */
export async function applyParticipant(
  tx: Transaction,
  { pollId, participantId }: { readonly pollId: bigint; readonly participantId: bigint },
  sign: 1 | -1,
): Promise<void> {
  await tx.$executeRaw`
    WITH sides AS (
      SELECT option_id, category, score, says_no FROM vote_sides
      WHERE poll_id = ${pollId} AND participant_id = ${participantId}
    ), changes AS (
      SELECT option_id, category, count(*) AS votes, sum(score) AS total,
             count(*) FILTER (WHERE says_no) AS noes, 0 AS voters
      FROM sides GROUP BY option_id, category
      UNION ALL
      SELECT DISTINCT option_id, 0, 0::bigint, 0::numeric, 0::bigint, 1 FROM sides
    )
    INSERT INTO option_tallies AS t (option_id, voting_category_id, slot, votes, total, noes, voters)
    SELECT option_id, category, pg_backend_pid() % 64, ${sign} * sum(votes), ${sign} * sum(total),
           ${sign} * sum(noes), ${sign} * sum(voters)
    FROM changes GROUP BY option_id, category ORDER BY option_id, category
    ON CONFLICT (option_id, voting_category_id, slot) DO UPDATE
      SET votes = t.votes + excluded.votes, total = t.total + excluded.total,
          noes = t.noes + excluded.noes, voters = t.voters + excluded.voters`;
  const [row] = await tx.$queryRaw<{ ballots: number }[]>`
    SELECT count(DISTINCT coalesce(vote_date, '0001-01-01'::date))::int AS ballots
    FROM votes WHERE poll_id = ${pollId} AND participant_id = ${participantId} AND counts`;
  await addToPollTally(tx, pollId, { ballots: sign * (row?.ballots ?? 0) });
}

/**
 * Gives back the places a participant takes (`limit_per_option`), before its votes are deleted. Call it
 * while the participant's row is locked.
 */
export async function giveBackPlaces(
  tx: Transaction,
  { pollId, participantId }: { readonly pollId: bigint; readonly participantId: bigint },
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO option_tallies AS t (option_id, voting_category_id, slot, places)
    SELECT DISTINCT option_id, 0, pg_backend_pid() % 64, -1 FROM votes
    WHERE poll_id = ${pollId} AND participant_id = ${participantId}
      AND vote_date IS NULL AND (value > 0 OR text IS NOT NULL)
    ORDER BY option_id
    ON CONFLICT (option_id, voting_category_id, slot) DO UPDATE
      SET places = t.places + excluded.places`;
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

interface SummedRow {
  option_id: bigint;
  voting_category_id: number;
  votes: number;
  total: number;
  noes: number;
  voters: number;
}

const tallyOf = (row: SummedRow): OptionTally => ({
  optionId: row.option_id,
  votingCategoryId: row.voting_category_id,
  votes: row.votes,
  total: row.total,
  noes: row.noes,
  voters: row.voters,
});

/** The counts of the given options, by category; an option without any has no row. */
export async function optionTallies(
  queryable: Queryable,
  optionIds: readonly bigint[],
): Promise<OptionTally[]> {
  if (optionIds.length === 0) return [];
  const rows = await queryable.$queryRaw<SummedRow[]>`
    SELECT option_id, voting_category_id, sum(votes)::int AS votes, sum(total)::float8 AS total,
           sum(noes)::int AS noes, sum(voters)::int AS voters
    FROM option_tallies WHERE option_id = ANY(${optionIds as bigint[]}::bigint[])
    GROUP BY option_id, voting_category_id`;
  return rows.map(tallyOf);
}

/** The counts of all options under one parent (undefined: the top level), by category. */
export async function siblingTallies(
  queryable: Queryable,
  pollId: bigint,
  parentId: bigint | undefined,
): Promise<OptionTally[]> {
  const rows = await queryable.$queryRaw<SummedRow[]>`
    SELECT t.option_id, t.voting_category_id, sum(t.votes)::int AS votes,
           sum(t.total)::float8 AS total, sum(t.noes)::int AS noes, sum(t.voters)::int AS voters
    FROM options o JOIN option_tallies t ON t.option_id = o.id
    WHERE o.poll_id = ${pollId} AND o.parent_id IS NOT DISTINCT FROM ${parentId ?? null}::bigint
    GROUP BY t.option_id, t.voting_category_id`;
  return rows.map(tallyOf);
}

/** Participants and ballots of each of the given polls; a poll without any has no entry. */
export async function pollTallies(
  queryable: Queryable,
  pollIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, { readonly participants: number; readonly ballots: number }>> {
  const rows = await queryable.$queryRaw<
    { poll_id: bigint; participants: number; ballots: number }[]
  >`
    SELECT poll_id, sum(participants)::int AS participants, sum(ballots)::int AS ballots
    FROM poll_tallies WHERE poll_id = ANY(${pollIds as bigint[]}::bigint[]) GROUP BY poll_id`;
  return new Map(
    rows.map(({ poll_id, participants, ballots }) => [poll_id, { participants, ballots }]),
  );
}
