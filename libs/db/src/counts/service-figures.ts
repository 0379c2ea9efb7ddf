import { mailKinds } from "@polls/domain/mails";
import { pendingStates } from "@polls/domain/payments";
import type { Db } from "../connection/connect";
import { COUNTED_ROWS, type OutboxFigures, outboxFigures } from "../outbox/figures";
import { query } from "../sql/statement";

/** Rows are counted up to this number, so that no backlog makes the figures slow. */
const COUNTED_MAX = 10_000;
/** How long the statement of the figures may take, with its begin. */
const LIMIT_MS = 1_000;

/** What waits in the database of a service, for its metrics. Counts end at `COUNTED_MAX`, but for those of the outbox. */
export interface ServiceFigures {
  readonly outbox: OutboxFigures;
  readonly heldVotes: number;
  /** By kind. */
  readonly mails: Readonly<Record<string, number>>;
  /** Payments that the provider is asked about, by state. */
  readonly payments: Readonly<Record<string, number>>;
  /** By kind. */
  readonly uploads: Readonly<Record<string, number>>;
  readonly deliveries: { readonly pending: number; readonly lateSeconds: number };
  readonly server: {
    readonly connections: number;
    readonly connectionsMax: number;
    readonly oldestTransactionSeconds: number;
  };
}

// Old statistics must not make the planner read a table for the few rows of a partial index. A plan without such
// reads seems expensive, so that compiling it would take longer than running it.
const limitSql = query(
  "figures-limit",
  `SELECT set_config('statement_timeout', $1::text, true), set_config('enable_seqscan', 'off', true),
     set_config('jit', 'off', true)`,
);

const age = (moment: string) =>
  `coalesce(greatest(extract(epoch FROM clock_timestamp() - ${moment}), 0), 0)::float8`;

const counted = (name: string, label: string, from: string) =>
  `SELECT '${name}' AS name, label, count(*)::float8 AS value
   FROM (SELECT ${label} AS label FROM ${from} LIMIT $1::int) AS found GROUP BY label`;

const figuresSql = query<{
  readonly name: string;
  readonly label: string | null;
  readonly value: number;
}>(
  "figures",
  `WITH jobs AS MATERIALIZED (${outboxFigures("$2::int")}
   ), sessions AS MATERIALIZED (
     SELECT pid, xact_start FROM pg_stat_activity WHERE datname = current_database()
       AND backend_type = 'client backend'
   )
   SELECT 'outbox' AS name, NULL AS label, pending AS value FROM jobs
   UNION ALL SELECT 'outbox_age', NULL, oldest_age_seconds FROM jobs
   UNION ALL SELECT 'outbox_dead', NULL, dead FROM jobs
   UNION ALL ${counted("held_votes", "''", "held_votes")}
   UNION ALL ${counted("mails", "kind", "mails WHERE state = 'queued'")}
   UNION ALL ${counted("payments", "state", "payments WHERE next_look_at IS NOT NULL")}
   UNION ALL ${counted("uploads", "kind", "attachments WHERE processed_at IS NULL AND option_id IS NOT NULL")}
   UNION ALL ${counted("deliveries", "''", "webhook_deliveries WHERE state = 'pending'")}
   UNION ALL SELECT 'deliveries_late', NULL, ${age("min(next_attempt_at)")} FROM webhook_deliveries
     WHERE state = 'pending' AND asked <= attempts
   UNION ALL SELECT 'connections', NULL, count(*)::float8 FROM sessions
   UNION ALL SELECT 'connections_max', NULL, (current_setting('max_connections')::int
     - current_setting('superuser_reserved_connections')::int)::float8
   UNION ALL SELECT 'oldest_transaction', NULL, ${age("min(xact_start)")} FROM sessions
     WHERE pid <> pg_backend_pid()`,
);

/**
 * Reads the figures by one statement, which ends after a second: it rejects where the database is slower.
 * `countedMax` and `countedRows` are less in tests only.
 */
export async function readServiceFigures(
  { snapshot }: Pick<Db, "snapshot">,
  { countedMax = COUNTED_MAX, countedRows = COUNTED_ROWS, limitMs = LIMIT_MS } = {},
): Promise<ServiceFigures> {
  const rows = await snapshot(async (tx) => {
    await tx.run(limitSql(String(limitMs)));
    return (await tx.run(figuresSql(countedMax, countedRows))).rows;
  });
  const all = (name: string) => rows.filter((row) => row.name === name);
  const one = (name: string) => all(name)[0]?.value ?? 0;
  const byLabel = (name: string, known: readonly string[]) => ({
    ...Object.fromEntries(known.map((label) => [label, 0])),
    ...Object.fromEntries(all(name).map(({ label, value }) => [label ?? "", value])),
  });
  return {
    outbox: {
      pending: one("outbox"),
      oldestAgeSeconds: one("outbox_age"),
      dead: one("outbox_dead"),
    },
    heldVotes: one("held_votes"),
    mails: byLabel("mails", Object.keys(mailKinds)),
    payments: byLabel("payments", pendingStates),
    uploads: byLabel("uploads", ["image", "video", "audio"]),
    deliveries: { pending: one("deliveries"), lateSeconds: one("deliveries_late") },
    server: {
      connections: one("connections"),
      connectionsMax: one("connections_max"),
      oldestTransactionSeconds: one("oldest_transaction"),
    },
  };
}
