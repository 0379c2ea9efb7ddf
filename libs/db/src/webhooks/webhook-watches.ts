import type { PollEventType } from "@polls/domain/webhooks";
import { claimsDue } from "../sql/claim-due";
import { columns } from "../sql/columns";
import { newestOfPoll } from "../sql/keyset-of-poll";
import { changesOf, type Queryable, rowOf, rowsOf, type Transaction } from "../sql/queryable";
import { command, query } from "../sql/statement";
import { isActive, isOfPoll } from "./webhooks";

export interface WatchRow {
  readonly pollId: bigint;
  /** Null if the results were never checked. */
  readonly fingerprint: string | null;
  readonly changedAt: Date;
  /** The end of the lease. */
  readonly nextCheckAt: Date;
}

interface NewWatch {
  readonly pollId: bigint;
  readonly changedAt: Date;
}

const toWatchSql = query<NewWatch>(
  "results-to-watch",
  `SELECT p.id AS poll_id, max(greatest(w.created_at, p.created_at, $3::timestamptz)) AS changed_at
   FROM webhooks w JOIN polls p ON ${isOfPoll}
   WHERE (w.id = $1::bigint OR (p.id = $2::bigint AND w.poll_id IS NULL))
     AND p.deleted_at IS NULL AND 'results.changed' = ANY(w.events) AND ${isActive}
   GROUP BY p.id`,
);

// A watch that was never checked keeps its start time.
const watchSql = command(
  "watch-results",
  `INSERT INTO webhook_watches AS known (poll_id, changed_at, next_look_at)
   SELECT poll_id, changed_at, changed_at
   FROM unnest($1::bigint[], $2::timestamptz[]) AS n(poll_id, changed_at) ORDER BY poll_id
   ON CONFLICT (poll_id) DO UPDATE SET
     next_look_at = least(known.next_look_at, excluded.next_look_at),
     changed_at = CASE WHEN known.mark IS NULL THEN known.changed_at ELSE excluded.changed_at END`,
);

/** Watches the polls of a webhook that subscribes to results, or a new poll if a webhook does. */
export async function watchResults(
  tx: Transaction,
  begun: { readonly webhookId: bigint; readonly now: Date } | { readonly pollId: bigint },
): Promise<void> {
  const facts =
    "webhookId" in begun ? [begun.webhookId, null, begun.now] : [null, begun.pollId, null];
  const { rows } = await tx.run(toWatchSql(...facts));
  if (rows.length === 0) return;
  await tx.run(watchSql(...columns(rows, "pollId", "changedAt")));
}

const missingSql = query<NewWatch>(
  "results-without-a-watch",
  `SELECT p.id AS poll_id, min(greatest(w.created_at, p.created_at)) AS changed_at
   FROM webhooks w JOIN polls p ON ${isOfPoll}
   WHERE 'results.changed' = ANY(w.events) AND ${isActive} AND p.deleted_at IS NULL
     AND NOT EXISTS (SELECT FROM webhook_watches x WHERE x.poll_id = p.id)
   GROUP BY p.id LIMIT $1::int`,
);

const watchMissingSql = command(
  "watch-missing-results",
  `INSERT INTO webhook_watches (poll_id, changed_at, next_look_at)
   SELECT poll_id, changed_at, $3::timestamptz
   FROM unnest($1::bigint[], $2::timestamptz[]) AS n(poll_id, changed_at)
   ON CONFLICT DO NOTHING`,
);

/** Watches polls that were created at the same time as a webhook that subscribes. Returns their number. */
export async function watchMissing(
  queryable: Queryable,
  now: Date,
  limit: number,
): Promise<number> {
  const rows = await rowsOf(queryable, missingSql(limit));
  if (rows.length === 0) return 0;
  return changesOf(queryable, watchMissingSql(...columns(rows, "pollId", "changedAt"), now));
}

/** Leases due watches. */
export const claimWatches = claimsDue<WatchRow>("claim-watches", {
  table: "webhook_watches",
  key: "poll_id",
  columns: "poll_id, mark AS fingerprint, changed_at, next_look_at AS next_check_at",
});

const subscribedSql = query<{ id: bigint; failing: boolean }>(
  "polls-with-subscribed-webhooks",
  `SELECT p.id, bool_and(w.failing_since IS NOT NULL) AS failing
   FROM polls p JOIN webhooks w ON ${isOfPoll}
   WHERE p.id = ANY($1::bigint[]) AND p.deleted_at IS NULL AND w.events && $2::text[]
     AND ${isActive}
   GROUP BY p.id`,
);

/** The polls with a webhook subscribed to one of the events, and whether all such webhooks are failing. */
export const findSubscribedPolls = async (
  queryable: Queryable,
  pollIds: readonly bigint[],
  events: readonly PollEventType[],
) =>
  new Map(
    (await rowsOf(queryable, subscribedSql(pollIds, events))).map(({ id, failing }) => [
      id,
      { failing },
    ]),
  );

const votedSinceSql = query<{ voted: boolean }>(
  "voted-since",
  `SELECT created_at >= $2::timestamptz AS voted FROM votes
   WHERE id = ${newestOfPoll("votes")}`,
);

/** Whether the newest vote of a poll was cast after a time. */
export const votedSince = async (queryable: Queryable, pollId: bigint, since: Date) =>
  (await rowOf(queryable, votedSinceSql(pollId, since)))?.voted === true;
