import { type Participant as ParticipantRow, Prisma } from "../generated/prisma/client";
import { lockByName } from "../sql/advisory-locks";
import { columnsOf } from "../sql/columns";
import { mapOf, type Queryable, rowOf, rowsOf, type Transaction } from "../sql/queryable";
import { command, prepared, query } from "../sql/statement";

/** Locks the places of a poll, so that no two participants get the same. Before the lock of a participant. */
export const lockPlaces = (tx: Transaction, pollId: bigint) =>
  lockByName(tx, `places of ${pollId}`);

// Both counts are read from an index.
const takenSql = query<{ taken: number }>(
  "taken-places",
  `SELECT ((SELECT count(*) FROM participants WHERE poll_id = $1::bigint)
     - (SELECT count(*) FROM participants WHERE poll_id = $1::bigint AND place <> 'taken'))::int AS taken`,
  prepared,
);

/** The number of participants of a poll that have a place. */
export const countTakenPlaces = async (queryable: Queryable, pollId: bigint) =>
  (await rowOf(queryable, takenSql(pollId)))?.taken ?? 0;

const areTakenSql = query<{ full: boolean }>(
  "are-places-taken",
  `SELECT coalesce((SELECT sum(participants) FROM poll_tallies WHERE poll_id = $1::bigint), 0)
     + (SELECT count(*) FROM participants WHERE poll_id = $1::bigint AND confirmed_at IS NULL)
     - (SELECT count(*) FROM participants WHERE poll_id = $1::bigint AND place <> 'taken')
     >= $2::int AS full`,
  prepared,
);

/**
 * Whether so many places of a poll are taken, for readers: by the tally of its participants, so that not all of them are
 * counted. A place is only given after `countTakenPlaces`.
 */
export const arePlacesTaken = async (queryable: Queryable, pollId: bigint, places: number) =>
  (await rowOf(queryable, areTakenSql(pollId, places)))?.full ?? false;

const moveUpSql = command(
  "move-up-participants",
  `UPDATE participants SET place = 'taken', moved_up_at = $2::timestamptz
   WHERE id IN (SELECT id FROM participants WHERE poll_id = $1::bigint AND place = 'waiting'
     ORDER BY id LIMIT $3::int FOR NO KEY UPDATE)`,
);

/** Gives places to the participants who wait for the longest time. */
export const moveUpParticipants = (
  tx: Transaction,
  pollId: bigint,
  { places, now }: { readonly places: number; readonly now: Date },
) => tx.run(moveUpSql(pollId, now, places));

const restoreSql = command(
  "restore-given-up-places",
  `UPDATE participants SET place = 'taken' WHERE poll_id = $1::bigint AND place = 'given_up'`,
);

/** Gives a place to all participants who gave theirs up, because places are no longer limited. */
export const restoreGivenUpPlaces = (tx: Transaction, pollId: bigint) => tx.run(restoreSql(pollId));

const positionsSql = query<{ id: bigint; position: number }>(
  "waiting-positions",
  `SELECT p.id, (SELECT count(*)::int FROM participants w
     WHERE w.poll_id = $1::bigint AND w.place = 'waiting' AND w.id <= p.id) AS position
   FROM unnest($2::bigint[]) AS p(id)`,
  prepared,
);

/** The positions of waiting participants of a poll, from 1. */
export async function waitingPositions(
  queryable: Queryable,
  pollId: bigint,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, number>> {
  if (ids.length === 0) return new Map();
  return mapOf(queryable, positionsSql(pollId, ids), "id", "position");
}

const movedUpSql = query<ParticipantRow>(
  "moved-up-participants",
  `SELECT ${columnsOf(Prisma.ParticipantScalarFieldEnum)} FROM participants
   WHERE moved_up_at IS NOT NULL ORDER BY id LIMIT $1::int`,
);

/** Participants who moved up, and whose mail and event are not noted yet. */
export const movedUpParticipants = (queryable: Queryable, limit: number) =>
  rowsOf(queryable, movedUpSql(limit));

const toldSql = command(
  "told-moved-up-participants",
  "UPDATE participants SET moved_up_at = NULL WHERE id = ANY($1::bigint[])",
);

/** Records that the mails and events of participants are noted. */
export const markMovedUpTold = (tx: Transaction, ids: readonly bigint[]) => tx.run(toldSql(ids));
