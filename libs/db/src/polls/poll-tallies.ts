import { type Queryable, rowsOf, type Transaction } from "../sql/queryable";
import { command, prepared, query } from "../sql/statement";

export interface PollTallyChange {
  /** Participants without a pending opt-in. */
  readonly participants?: number;
  /** Participants with a counting vote. With `vote_per_day`, pairs of participant and day. */
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

/** Adds to the counts of a poll, in the transaction of the counted rows. */
export async function addToPollTally(
  tx: Transaction,
  pollId: bigint,
  { participants = 0, ballots = 0 }: PollTallyChange,
): Promise<void> {
  if (participants === 0 && ballots === 0) return;
  await tx.run(addSql(pollId, participants, ballots));
}

const ballotsSql = command(
  "add-ballots",
  `INSERT INTO poll_tallies AS t (poll_id, slot, ballots)
   SELECT poll_id, pg_backend_pid() % 64, ballots
   FROM unnest($1::bigint[], $2::int[]) AS r(poll_id, ballots) ORDER BY poll_id
   ON CONFLICT (poll_id, slot) DO UPDATE SET ballots = t.ballots + excluded.ballots`,
  prepared,
);

/** Adds to the ballots of polls, ordered by id. */
export async function addBallots(
  tx: Transaction,
  ballots: ReadonlyMap<bigint, number>,
): Promise<void> {
  const changes = [...ballots].filter(([, change]) => change !== 0);
  if (changes.length === 0) return;
  const ids = changes.map(([id]) => String(id));
  const amounts = changes.map(([, change]) => change);
  await tx.run(ballotsSql(ids, amounts));
}

const touchSql = command(
  "touch-poll-tally",
  `INSERT INTO poll_tallies AS t (poll_id, slot) VALUES ($1::bigint, pg_backend_pid() % 64)
   ON CONFLICT (poll_id, slot) DO UPDATE SET ballots = t.ballots`,
  prepared,
);

/**
 * Renews a row of counts, so that a vote that changes no count, such as a text, changes the fingerprint of the results
 * (docs/adr/0013-live-results-compare-fingerprints.md).
 */
export const touchPollTally = (tx: Transaction, pollId: bigint) => tx.run(touchSql(String(pollId)));

const talliesSql = query<{ pollId: bigint; participants: number; ballots: number }>(
  "tallies-of-polls",
  `SELECT poll_id, sum(participants)::int AS participants, sum(ballots)::int AS ballots
   FROM poll_tallies WHERE poll_id = ANY($1::bigint[]) GROUP BY poll_id`,
);

/** Participants and ballots of each poll. A poll without participants has no entry. */
export const pollTallies = async (queryable: Queryable, pollIds: readonly bigint[]) =>
  new Map(
    (await rowsOf(queryable, talliesSql(pollIds))).map(({ pollId, ...tally }) => [pollId, tally]),
  );
