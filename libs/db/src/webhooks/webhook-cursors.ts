import type { PollEventType } from "@polls/domain/webhooks";
import type { Lease } from "../sql/claim-due";
import { columns } from "../sql/columns";
import { changesOf, type Queryable, rowsOf, type Transaction } from "../sql/queryable";
import { command, query } from "../sql/statement";
import { watchResults } from "./webhook-watches";
import { isActive, isOfPoll } from "./webhooks";

/** What a cursor follows in a poll: its votes, or its phase. */
export type CursorKind = "votes" | "phase";

/** The events that each kind of cursor produces. */
export const eventsOfCursors: Readonly<Record<CursorKind, readonly PollEventType[]>> = {
  votes: ["vote.cast"],
  phase: ["poll.opened", "poll.closed"],
};

export const cursorKinds = Object.keys(eventsOfCursors) as readonly CursorKind[];

const kindsTable = `(VALUES ${cursorKinds
  .map((kind) => `('${kind}', '{${eventsOfCursors[kind].join(",")}}'::text[])`)
  .join(", ")})`;

/** Whether a poll accepts votes, by status and times (docs/reference/webhooks.md#opened-and-closed). */
export type PollPhase = "waiting" | "open" | "closed";

/** SQL for the phase of a poll `p` at a moment (an SQL expression). */
const phaseAt = (moment: string): string =>
  `CASE WHEN p.status = 'closed' OR (p.settings->>'deadline_voting')::timestamptz <= ${moment} THEN 'closed'
        WHEN (p.settings->>'start_date_voting')::timestamptz > ${moment} THEN 'waiting'
        ELSE 'open' END`;

/** The columns of new cursors. Rows `b` have the poll, the kind, and the moment from which it is followed. */
const newCursors = `b.poll_id, b.kind,
     CASE WHEN b.kind = 'phase' THEN ${phaseAt("b.begun")} ELSE coalesce((
       SELECT v.id FROM votes v WHERE v.poll_id BETWEEN b.poll_id AND b.poll_id AND v.created_at < b.begun
       ORDER BY v.poll_id DESC, v.id DESC LIMIT 1), 0)::text END AS position,
     b.begun AS changed_at`;

type NewCursor = Omit<ClaimedCursor, "nextCheckAt">;

const begunSql = query<NewCursor & { readonly needed: boolean }>(
  "webhook-cursors-to-begin",
  `SELECT ${newCursors}, EXISTS (
     SELECT FROM webhooks w JOIN polls q ON ${isOfPoll.replaceAll("p.", "q.")}
       JOIN ${kindsTable} AS k(kind, events) ON k.events && w.events
     WHERE q.id = b.poll_id AND k.kind = b.kind AND w.id IS DISTINCT FROM $1::bigint
       AND ${isActive}) AS needed
   FROM (SELECT p.id AS poll_id, k.kind,
           max(greatest(w.created_at, p.created_at, $3::timestamptz)) AS begun
         FROM webhooks w JOIN polls p ON ${isOfPoll}
           JOIN ${kindsTable} AS k(kind, events) ON k.events && w.events
         WHERE (w.id = $1::bigint OR (p.id = $2::bigint AND w.poll_id IS NULL))
           AND k.kind = ANY($4::text[]) AND p.deleted_at IS NULL AND ${isActive}
         GROUP BY p.id, k.kind) b JOIN polls p ON p.id = b.poll_id`,
);

const insertCursors = `INSERT INTO webhook_cursors (poll_id, kind, position, changed_at, next_look_at)
   SELECT poll_id, kind, position, changed_at, changed_at
   FROM unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[])
     AS n(poll_id, kind, position, changed_at)
   ORDER BY poll_id, kind`;

const insertSql = command("insert-webhook-cursors", `${insertCursors} ON CONFLICT DO NOTHING`);

const insertOrBeginAgainSql = command(
  "insert-webhook-cursors-or-begin-again",
  `${insertCursors}
   ON CONFLICT (poll_id, kind) DO UPDATE SET
     position = excluded.position, changed_at = excluded.changed_at,
     next_look_at = excluded.next_look_at`,
);

const columnsOfCursors = (cursors: readonly NewCursor[]) => [
  ...columns(cursors, "pollId", "kind", "position", "changedAt"),
];

type Begun =
  | {
      readonly webhookId: bigint;
      readonly now: Date;
      /** Only kinds that the webhook was not subscribed to before. Absent means all kinds. */
      readonly kinds?: readonly CursorKind[];
    }
  | { readonly pollId: bigint };

/** Begins to follow the polls of a webhook, or a new poll, if a webhook is subscribed to the events. */
export async function beginCursors(tx: Transaction, begun: Begun): Promise<void> {
  const facts =
    "webhookId" in begun
      ? [begun.webhookId, null, begun.now, begun.kinds ?? cursorKinds]
      : [null, begun.pollId, null, cursorKinds];
  const { rows } = await tx.run(begunSql(...facts));
  if (rows.length === 0) return;
  // A cursor that another webhook needs stays. Other cursors restart now; events from before are
  // not sent.
  const needed = rows.filter((cursor) => cursor.needed);
  const unneeded = rows.filter((cursor) => !cursor.needed);
  await tx.run(insertSql(...columnsOfCursors(needed)));
  await tx.run(insertOrBeginAgainSql(...columnsOfCursors(unneeded)));
}

/** Follows results, votes and phases for a new poll or webhook. Writes nothing without subscribers. */
export async function watchPolls(tx: Transaction, begun: Begun): Promise<void> {
  await watchResults(tx, begun);
  await beginCursors(tx, begun);
}

/** Within this time, a poll and a webhook that were created at once and did not see each other are found. */
const MISSED = "interval '2 minutes'";

const missingSql = query<NewCursor>(
  "missing-webhook-cursors",
  `SELECT ${newCursors}
   FROM (SELECT p.id AS poll_id, k.kind,
           min(greatest(w.created_at, p.created_at, $1::timestamptz - ${MISSED})) AS begun
         FROM webhooks w JOIN polls p ON ${isOfPoll}
           JOIN ${kindsTable} AS k(kind, events) ON k.events && w.events
         WHERE ${isActive} AND p.deleted_at IS NULL AND NOT EXISTS (
           SELECT FROM webhook_cursors c WHERE c.poll_id = p.id AND c.kind = k.kind)
         GROUP BY p.id, k.kind LIMIT $2::int) b JOIN polls p ON p.id = b.poll_id`,
);

/** Creates the cursors that polls with a subscribed webhook lack. Returns their number. */
export async function beginMissingCursors(
  queryable: Queryable,
  now: Date,
  limit: number,
): Promise<number> {
  const { rows } = await queryable.run(missingSql(now, limit));
  return rows.length === 0 ? 0 : changesOf(queryable, insertSql(...columnsOfCursors(rows)));
}

export interface ClaimedCursor {
  readonly pollId: bigint;
  readonly kind: CursorKind;
  readonly position: string;
  readonly changedAt: Date;
  /** The end of the lease. */
  readonly nextCheckAt: Date;
}

const claimSql = query<ClaimedCursor>(
  "claim-webhook-cursors",
  `UPDATE webhook_cursors SET next_look_at = $3::timestamptz
   WHERE (poll_id, kind) IN (
     SELECT poll_id, kind FROM webhook_cursors
     WHERE kind = $1::text AND next_look_at <= $2::timestamptz
     ORDER BY next_look_at LIMIT $4::int FOR UPDATE SKIP LOCKED)
   RETURNING poll_id, kind, position, changed_at, next_look_at AS next_check_at`,
);

/** Leases due cursors to the caller. Skips rows that another transaction locks. */
export const claimCursors = (queryable: Queryable, kind: CursorKind, lease: Lease) =>
  rowsOf(queryable, claimSql(kind, lease.now, lease.until, lease.limit));

// Keeps a time that a change of the poll has set in the meantime.
const moveSql = command(
  "move-webhook-cursor",
  `UPDATE webhook_cursors SET position = $4::text, changed_at = $5::timestamptz,
     next_look_at = CASE WHEN next_look_at = $6::timestamptz THEN $7::timestamptz
                         ELSE next_look_at END
   WHERE poll_id = $1::bigint AND kind = $2::text AND position = $3::text`,
);

/** Moves a claimed cursor. Returns false if it was moved or restarted since. */
export async function moveCursor(
  queryable: Queryable,
  { pollId, kind, position, nextCheckAt }: ClaimedCursor,
  to: { readonly position: string; readonly changedAt: Date; readonly checkAt: Date },
): Promise<boolean> {
  const values = [pollId, kind, position, to.position, to.changedAt, nextCheckAt, to.checkAt];
  return (await changesOf(queryable, moveSql(...values))) > 0;
}

const putOffSql = command(
  "put-off-webhook-cursors",
  `UPDATE webhook_cursors c SET position = n.after,
     next_look_at = CASE WHEN c.next_look_at = n.lease THEN n.check_at ELSE c.next_look_at END
   FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[])
     AS n(poll_id, kind, before, after, lease, check_at)
   WHERE c.poll_id = n.poll_id AND c.kind = n.kind AND c.position = n.before`,
);

/** Moves claimed cursors without events, all at once. The conditions are those of `moveCursor`. */
export async function putOffCursors(
  queryable: Queryable,
  moves: readonly {
    readonly cursor: ClaimedCursor;
    readonly position: string;
    readonly checkAt: Date;
  }[],
): Promise<void> {
  if (moves.length === 0) return;
  const cursors = moves.map(({ cursor }) => cursor);
  await queryable.run(
    putOffSql(
      ...columns(cursors, "pollId", "kind", "position"),
      ...columns(moves, "position"),
      ...columns(cursors, "nextCheckAt"),
      ...columns(moves, "checkAt"),
    ),
  );
}

const endSql = command(
  "end-webhook-cursors",
  `DELETE FROM webhook_cursors c
   USING unnest($1::bigint[], $2::text[], $3::timestamptz[]) AS n(poll_id, kind, lease)
   WHERE c.poll_id = n.poll_id AND c.kind = n.kind AND c.next_look_at = n.lease`,
);

/** Deletes claimed cursors, unless they were restarted since. */
export async function endCursors(
  queryable: Queryable,
  cursors: readonly ClaimedCursor[],
): Promise<void> {
  if (cursors.length === 0) return;
  await queryable.run(endSql(...columns(cursors, "pollId", "kind", "nextCheckAt")));
}

const touchSql = command(
  "look-at-phase",
  `UPDATE webhook_cursors SET next_look_at = least(next_look_at, $2::timestamptz)
   WHERE poll_id = $1::bigint AND kind = 'phase'`,
);

/** Schedules a check of the phase of a changed poll. */
export const schedulePhaseCheck = (tx: Transaction, pollId: bigint, now: Date) =>
  tx.run(touchSql(pollId, now));

const future = (name: string) => `CASE WHEN (p.settings->>'${name}')::timestamptz > $2::timestamptz
     THEN (p.settings->>'${name}')::timestamptz END`;

const phasesSql = query<{
  readonly pollId: bigint;
  readonly phase: PollPhase;
  readonly changesAt: Date | null;
}>(
  "phases-of-polls",
  `SELECT p.id AS poll_id, ${phaseAt("$2::timestamptz")} AS phase,
     least(${future("start_date_voting")}, ${future("deadline_voting")}) AS changes_at
   FROM polls p WHERE p.id = ANY($1::bigint[]) AND p.deleted_at IS NULL`,
);

/** The phases of polls at a moment. Deleted polls have no entry. */
export const readPhases = (queryable: Queryable, pollIds: readonly bigint[], now: Date) =>
  rowsOf(queryable, phasesSql(pollIds, now));
