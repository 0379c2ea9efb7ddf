import type { PollEventType } from "@polls/domain/webhooks";
import type { Queryable, Transaction } from "../sql/queryable";
import { command, query } from "../sql/statement";
import { watchResults } from "./webhook-watches";
import { isActive, isOfPoll } from "./webhooks";

/** What is followed of a poll: its votes, and whether it is open. */
export type CursorKind = "votes" | "phase";

/** The events that each kind of cursor causes. */
export const eventsOfCursors: Readonly<Record<CursorKind, readonly PollEventType[]>> = {
  votes: ["vote.cast"],
  phase: ["poll.opened", "poll.closed"],
};

export const cursorKinds = Object.keys(eventsOfCursors) as readonly CursorKind[];

const kindsTable = `(VALUES ${cursorKinds
  .map((kind) => `('${kind}', '{${eventsOfCursors[kind].join(",")}}'::text[])`)
  .join(", ")})`;

/** Whether a poll takes votes, by its status and its times (docs/reference/webhooks.md#opened-and-closed). */
export type PollPhase = "waiting" | "open" | "closed";

/** The phase of a poll `p` at a moment, an expression. */
const phaseAt = (moment: string): string =>
  `CASE WHEN p.status = 'closed' OR (p.settings->>'deadline_voting')::timestamptz <= ${moment} THEN 'closed'
        WHEN (p.settings->>'start_date_voting')::timestamptz > ${moment} THEN 'waiting'
        ELSE 'open' END`;

/** The columns of new cursors, from rows `b` of polls, kinds and the moments from which they are followed. */
const newCursors = `b.poll_id, b.kind,
     CASE b.kind WHEN 'phase' THEN ${phaseAt("b.begun")} ELSE coalesce((
       SELECT v.id FROM votes v WHERE v.poll_id = b.poll_id AND v.created_at < b.begun
       ORDER BY v.id DESC LIMIT 1), 0)::text END,
     b.begun, b.begun`;

// A cursor that another webhook needs stays. One that no webhook needed begins again from now: what
// happened meanwhile is not told.
const beginSql = command(
  "begin-webhook-cursors",
  `INSERT INTO webhook_cursors AS known (poll_id, kind, position, changed_at, next_look_at)
   SELECT ${newCursors}
   FROM (SELECT p.id AS poll_id, k.kind,
           max(greatest(w.created_at, p.created_at, $3::timestamptz)) AS begun
         FROM webhooks w JOIN polls p ON ${isOfPoll}
           JOIN ${kindsTable} AS k(kind, events) ON k.events && w.events
         WHERE (w.id = $1::bigint OR (p.id = $2::bigint AND w.poll_id IS NULL))
           AND k.kind = ANY($4::text[]) AND p.deleted_at IS NULL AND ${isActive}
         GROUP BY p.id, k.kind) b JOIN polls p ON p.id = b.poll_id
   ON CONFLICT (poll_id, kind) DO UPDATE SET
     position = excluded.position, changed_at = excluded.changed_at,
     next_look_at = excluded.next_look_at
   WHERE NOT EXISTS (
     SELECT FROM webhooks w JOIN polls p ON ${isOfPoll}
       JOIN ${kindsTable} AS k(kind, events) ON k.events && w.events
     WHERE p.id = known.poll_id AND k.kind = known.kind AND w.id IS DISTINCT FROM $1::bigint
       AND ${isActive})`,
);

type Begun =
  | {
      readonly webhookId: bigint;
      readonly now: Date;
      /** Of events that the webhook was not subscribed to before; all of them where absent. */
      readonly kinds?: readonly CursorKind[];
    }
  | { readonly pollId: bigint };

/** Follows the polls of a webhook from now on, or a new poll, as far as a webhook is subscribed to the events. */
export async function beginCursors(tx: Transaction, begun: Begun): Promise<void> {
  const facts =
    "webhookId" in begun
      ? [begun.webhookId, null, begun.now, begun.kinds ?? cursorKinds]
      : [null, begun.pollId, null, cursorKinds];
  await tx.run(beginSql(...facts));
}

/**
 * Begins all that is looked at for the webhooks of a new poll, or for a new webhook: results, votes and phases.
 * Without subscribers it writes nothing.
 */
export async function watchPolls(tx: Transaction, begun: Begun): Promise<void> {
  await watchResults(tx, begun);
  await beginCursors(tx, begun);
}

/** What a poll and a webhook miss that are created at the same time is at most this old when it is found. */
const MISSED = "interval '2 minutes'";

const missingSql = command(
  "begin-missing-webhook-cursors",
  `INSERT INTO webhook_cursors (poll_id, kind, position, changed_at, next_look_at)
   SELECT ${newCursors}
   FROM (SELECT p.id AS poll_id, k.kind,
           min(greatest(w.created_at, p.created_at, $1::timestamptz - ${MISSED})) AS begun
         FROM webhooks w JOIN polls p ON ${isOfPoll}
           JOIN ${kindsTable} AS k(kind, events) ON k.events && w.events
         WHERE ${isActive} AND p.deleted_at IS NULL AND NOT EXISTS (
           SELECT FROM webhook_cursors c WHERE c.poll_id = p.id AND c.kind = k.kind)
         GROUP BY p.id, k.kind LIMIT $2::int) b JOIN polls p ON p.id = b.poll_id
   ON CONFLICT DO NOTHING`,
);

/** Follows polls with a subscribed webhook and no cursor, as `watchMissing`. Returns the number of cursors. */
export async function beginMissingCursors(
  queryable: Queryable,
  now: Date,
  limit: number,
): Promise<number> {
  return (await queryable.run(missingSql(now, limit))).rowCount;
}

/** A cursor that a process has claimed until its lease ends. */
export interface ClaimedCursor {
  readonly pollId: bigint;
  readonly kind: CursorKind;
  readonly position: string;
  readonly changedAt: Date;
  /** The end of the lease. */
  readonly nextLookAt: Date;
}

const claimSql = query<ClaimedCursor>(
  "claim-webhook-cursors",
  `UPDATE webhook_cursors SET next_look_at = $3::timestamptz
   WHERE (poll_id, kind) IN (
     SELECT poll_id, kind FROM webhook_cursors
     WHERE kind = $1::text AND next_look_at <= $2::timestamptz
     ORDER BY next_look_at LIMIT $4::int FOR UPDATE SKIP LOCKED)
   RETURNING poll_id, kind, position, changed_at, next_look_at`,
);

/** Leases due cursors to the caller. Rows that another transaction locks are skipped. */
export async function claimCursors(
  queryable: Queryable,
  kind: CursorKind,
  lease: { readonly now: Date; readonly until: Date; readonly limit: number },
): Promise<readonly ClaimedCursor[]> {
  return (await queryable.run(claimSql(kind, lease.now, lease.until, lease.limit))).rows;
}

// A time that a change of the poll has set meanwhile stays.
const moveSql = command(
  "move-webhook-cursor",
  `UPDATE webhook_cursors SET position = $4::text, changed_at = $5::timestamptz,
     next_look_at = CASE WHEN next_look_at = $6::timestamptz THEN $7::timestamptz
                         ELSE next_look_at END
   WHERE poll_id = $1::bigint AND kind = $2::text AND position = $3::text`,
);

/** Moves a claimed cursor; false where it was moved or began again since. */
export async function moveCursor(
  queryable: Queryable,
  { pollId, kind, position, nextLookAt }: ClaimedCursor,
  to: { readonly position: string; readonly changedAt: Date; readonly lookAt: Date },
): Promise<boolean> {
  const values = [pollId, kind, position, to.position, to.changedAt, nextLookAt, to.lookAt];
  return (await queryable.run(moveSql(...values))).rowCount > 0;
}

const putOffSql = command(
  "put-off-webhook-cursors",
  `UPDATE webhook_cursors c SET position = n.after,
     next_look_at = CASE WHEN c.next_look_at = n.lease THEN n.look_at ELSE c.next_look_at END
   FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[])
     AS n(poll_id, kind, before, after, lease, look_at)
   WHERE c.poll_id = n.poll_id AND c.kind = n.kind AND c.position = n.before`,
);

/** Moves claimed cursors for which nothing is told, all at once, under the conditions of `moveCursor`. */
export async function putOffCursors(
  queryable: Queryable,
  moves: readonly {
    readonly cursor: ClaimedCursor;
    readonly position: string;
    readonly lookAt: Date;
  }[],
): Promise<void> {
  if (moves.length === 0) return;
  const column = <Value>(read: (move: (typeof moves)[number]) => Value) => moves.map(read);
  await queryable.run(
    putOffSql(
      column(({ cursor }) => cursor.pollId),
      column(({ cursor }) => cursor.kind),
      column(({ cursor }) => cursor.position),
      column(({ position }) => position),
      column(({ cursor }) => cursor.nextLookAt),
      column(({ lookAt }) => lookAt),
    ),
  );
}

const endSql = command(
  "end-webhook-cursors",
  `DELETE FROM webhook_cursors c
   USING unnest($1::bigint[], $2::text[], $3::timestamptz[]) AS n(poll_id, kind, lease)
   WHERE c.poll_id = n.poll_id AND c.kind = n.kind AND c.next_look_at = n.lease`,
);

/** Ends claimed cursors, unless they began again since. */
export async function endCursors(
  queryable: Queryable,
  cursors: readonly ClaimedCursor[],
): Promise<void> {
  if (cursors.length === 0) return;
  await queryable.run(
    endSql(
      cursors.map(({ pollId }) => pollId),
      cursors.map(({ kind }) => kind),
      cursors.map(({ nextLookAt }) => nextLookAt),
    ),
  );
}

const touchSql = command(
  "look-at-phase",
  `UPDATE webhook_cursors SET next_look_at = least(next_look_at, $2::timestamptz)
   WHERE poll_id = $1::bigint AND kind = 'phase'`,
);

/** Has the phase of a changed poll looked at soon. */
export async function lookAtPhase(tx: Transaction, pollId: bigint, now: Date): Promise<void> {
  await tx.run(touchSql(pollId, now));
}

/** The phase of a poll, and the next moment at which time changes it. */
export interface PhaseNow {
  readonly pollId: bigint;
  readonly phase: PollPhase;
  readonly changesAt: Date | null;
}

const future = (name: string) => `CASE WHEN (p.settings->>'${name}')::timestamptz > $2::timestamptz
     THEN (p.settings->>'${name}')::timestamptz END`;

const phasesSql = query<PhaseNow>(
  "phases-of-polls",
  `SELECT p.id AS poll_id, ${phaseAt("$2::timestamptz")} AS phase,
     least(${future("start_date_voting")}, ${future("deadline_voting")}) AS changes_at
   FROM polls p WHERE p.id = ANY($1::bigint[]) AND p.deleted_at IS NULL`,
);

/** The phases of polls at a moment; deleted ones are absent. */
export async function readPhases(
  queryable: Queryable,
  pollIds: readonly bigint[],
  now: Date,
): Promise<readonly PhaseNow[]> {
  return (await queryable.run(phasesSql(pollIds, now))).rows;
}

const lastIdSql = query<{ id: bigint }>(
  "last-vote-id",
  "SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS id FROM votes_id_seq",
);

/** The last id that a vote got; its transaction may not have ended. */
export async function readLastVoteId(queryable: Queryable): Promise<bigint> {
  return (await queryable.run(lastIdSql())).rows[0]?.id ?? 0n;
}

/** Transactions below `running` have ended; those from `next` on have not begun to write. */
export interface TransactionBounds {
  readonly running: bigint;
  readonly next: bigint;
}

const boundsSql = query<TransactionBounds>(
  "transaction-bounds",
  `SELECT pg_snapshot_xmin(s)::text::bigint AS running, pg_snapshot_xmax(s)::text::bigint AS next
   FROM pg_current_snapshot() s`,
);

export async function readTransactionBounds(queryable: Queryable): Promise<TransactionBounds> {
  const [bounds] = (await queryable.run(boundsSql())).rows;
  if (bounds === undefined) throw new Error("the database has no snapshot");
  return bounds;
}

/** A vote to tell of. */
export interface NewVote {
  readonly pollId: bigint;
  readonly id: bigint;
  readonly publicId: string;
}

const newVotesSql = query<NewVote>(
  "votes-after-cursors",
  `SELECT c.poll_id, v.id, v.public_id
   FROM unnest($1::bigint[], $2::bigint[]) AS c(poll_id, after) CROSS JOIN LATERAL (
     SELECT id, public_id FROM votes
     WHERE poll_id = c.poll_id AND id > c.after AND id <= $3::bigint
     ORDER BY id LIMIT $4::int) v
   ORDER BY c.poll_id, v.id`,
);

/** The votes behind the cursors of polls, up to an id, in their order; at most `limit` of each poll. */
export async function findVotesAfter(
  queryable: Queryable,
  cursors: readonly Pick<ClaimedCursor, "pollId" | "position">[],
  upTo: bigint,
  limit: number,
): Promise<readonly NewVote[]> {
  const polls = cursors.map(({ pollId }) => pollId);
  const after = cursors.map(({ position }) => BigInt(position));
  return (await queryable.run(newVotesSql(polls, after, upTo, limit))).rows;
}
