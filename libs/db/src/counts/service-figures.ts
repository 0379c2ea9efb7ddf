import { mailKinds } from "@polls/domain/mails";
import { pendingStates } from "@polls/domain/payments";
import type { Db } from "../connection/connect";
import { allowedConnections } from "../connection/server-facts";
import { type OutboxFigures, outboxFigures } from "../outbox/figures";
import { COUNTED_ROWS, estimated } from "../sql/estimated";
import { query } from "../sql/statement";

/** The maximum number of payments that are counted. Waiting payments have no index of their own. */
const PAYMENTS_COUNTED = 10_000;
/** Time limit of the statement, including `BEGIN`. */
const LIMIT_MS = 1_000;

/** The backlog of a service, for its metrics. Above `COUNTED_ROWS`, rows are estimated. */
export interface ServiceFigures {
  readonly outbox: OutboxFigures;
  readonly heldVotes: number;
  readonly mails: Readonly<Record<string, number>>;
  /** Payments that are polled at the provider, by state. */
  readonly payments: Readonly<Record<string, number>>;
  readonly uploads: Readonly<Record<string, number>>;
  readonly deliveries: { readonly pending: number; readonly lateSeconds: number };
  readonly server: {
    readonly connections: number;
    readonly connectionsMax: number;
    readonly oldestTransactionSeconds: number;
  };
}

// With outdated statistics the planner might scan a whole table for the few rows of a partial
// index. Without such scans a plan looks expensive, and JIT compilation would take longer than the
// query.
const limitSql = query(
  "figures-limit",
  `SELECT set_config('statement_timeout', $1::text, true), set_config('enable_seqscan', 'off', true),
     set_config('jit', 'off', true)`,
);

const age = (moment: string) =>
  `coalesce(greatest(extract(epoch FROM clock_timestamp() - ${moment}), 0), 0)::float8`;

const counted = (name: string, label: string, from: string, most: string, rows = "count(*)") =>
  `SELECT '${name}' AS name, label, (${rows})::float8 AS value
   FROM (SELECT ${label} AS label FROM ${from} LIMIT ${most}) AS found GROUP BY label`;

/** The number of index rows by label. Above `COUNTED_ROWS`, in the proportions of the first rows. */
const rowsOf = (name: string, label: string, from: string, index: string) => {
  const rowCount = "sum(count(*)) OVER ()";
  const rows = `round(count(*) / ${rowCount} * ${estimated(rowCount, index, "$2::int")})`;
  return counted(name, label, from, "$2::int", rows);
};

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
   UNION ALL ${rowsOf("held_votes", "''", "held_votes", "held_votes_natural_key")}
   UNION ALL ${rowsOf("mails", "kind", "mails WHERE state = 'queued'", "mails_waiting")}
   UNION ALL ${counted("payments", "state", "payments WHERE next_look_at IS NOT NULL", "$1::int")}
   UNION ALL ${rowsOf("uploads", "kind", "attachments WHERE processed_at IS NULL AND (option_id IS NOT NULL OR cover_of_poll_id IS NOT NULL)", "attachments_waiting")}
   UNION ALL ${rowsOf("deliveries", "''", "webhook_deliveries WHERE state = 'pending'", "webhook_deliveries_pending")}
   UNION ALL SELECT 'deliveries_late', NULL, ${age("min(next_attempt_at)")} FROM webhook_deliveries
     WHERE state = 'pending' AND asked <= attempts
   UNION ALL SELECT 'connections', NULL, count(*)::float8 FROM sessions
   UNION ALL SELECT 'connections_max', NULL, ${allowedConnections}::float8
   UNION ALL SELECT 'oldest_transaction', NULL, ${age("min(xact_start)")} FROM sessions
     WHERE pid <> pg_backend_pid()`,
);

/** Reads all figures in one statement. Rejects if the database needs more than a second. */
export async function readServiceFigures(
  { snapshot }: Pick<Db, "snapshot">,
  { countedRows = COUNTED_ROWS, limitMs = LIMIT_MS } = {},
): Promise<ServiceFigures> {
  const rows = await snapshot(async (tx) => {
    await tx.run(limitSql(String(limitMs)));
    return (await tx.run(figuresSql(PAYMENTS_COUNTED, countedRows))).rows;
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

/** The figures of all shards together. Rejects where one of them does not answer. */
export async function readFiguresOfShards(
  shards: readonly Pick<Db, "snapshot">[],
): Promise<ServiceFigures> {
  const [first, ...others] = await Promise.all(shards.map((db) => readServiceFigures(db)));
  if (first === undefined) throw new Error("there is no shard");
  return others.reduce(added, first);
}

/** All shards report the same figures of the server, so they are not added. */
const added = (one: ServiceFigures, other: ServiceFigures): ServiceFigures => ({
  outbox: {
    pending: one.outbox.pending + other.outbox.pending,
    dead: one.outbox.dead + other.outbox.dead,
    oldestAgeSeconds: Math.max(one.outbox.oldestAgeSeconds, other.outbox.oldestAgeSeconds),
  },
  heldVotes: one.heldVotes + other.heldVotes,
  mails: addedByLabel(one.mails, other.mails),
  payments: addedByLabel(one.payments, other.payments),
  uploads: addedByLabel(one.uploads, other.uploads),
  deliveries: {
    pending: one.deliveries.pending + other.deliveries.pending,
    lateSeconds: Math.max(one.deliveries.lateSeconds, other.deliveries.lateSeconds),
  },
  server: one.server,
});

type ByLabel = Readonly<Record<string, number>>;

const addedByLabel = (one: ByLabel, other: ByLabel): ByLabel =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((label) => [
      label,
      (one[label] ?? 0) + (other[label] ?? 0),
    ]),
  );
