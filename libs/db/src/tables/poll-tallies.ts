import type { Queryable, Transaction } from "../sql/queryable";
import { command, query } from "../sql/statement";

export interface PollTallyChange {
  /** Participants without a pending opt-in. */
  readonly participants?: number;
  /** Participants with a counting vote; with `vote_per_day`, participants and days. */
  readonly ballots?: number;
}

const addSql = command(
  "add-to-poll-tally",
  `INSERT INTO poll_tallies AS t (poll_id, slot, participants, ballots)
   VALUES ($1::bigint, pg_backend_pid() % 64, $2::int, $3::int)
   ON CONFLICT (poll_id, slot) DO UPDATE
     SET participants = t.participants + excluded.participants,
         ballots = t.ballots + excluded.ballots`,
);

/** Adds to the counts of a poll, in the transaction of the rows that they count. */
export async function addToPollTally(
  tx: Transaction,
  pollId: bigint,
  { participants = 0, ballots = 0 }: PollTallyChange,
): Promise<void> {
  if (participants === 0 && ballots === 0) return;
  await tx.run(addSql(pollId, participants, ballots));
}

export interface PollTally {
  readonly participants: number;
  readonly ballots: number;
}

const talliesSql = query<PollTally & { readonly pollId: bigint }>(
  "tallies-of-polls",
  `SELECT poll_id, sum(participants)::int AS participants, sum(ballots)::int AS ballots
   FROM poll_tallies WHERE poll_id = ANY($1::bigint[]) GROUP BY poll_id`,
);

/** Participants and ballots of each poll. A poll without any has no entry. */
export async function pollTallies(
  queryable: Queryable,
  pollIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, PollTally>> {
  const { rows } = await queryable.run(talliesSql(pollIds));
  return new Map(rows.map(({ pollId, ...tally }) => [pollId, tally]));
}
