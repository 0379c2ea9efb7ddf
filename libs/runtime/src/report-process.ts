import type { PoolFigures } from "@polls/db/connection";
import { readFiguresOfShards, type ServiceFigures } from "@polls/db/counts";
import type { Shards } from "@polls/db/shards";
import { type QueueFigures, type QueueName, within } from "@polls/jobs";
import type { RunningWorker } from "@polls/jobs/worker";
import type { Metrics, NamesOf, Sample } from "@polls/telemetry";
import { shared } from "./diagnostics";
import { checkReadiness, type ReadinessCheck } from "./readiness";

/** How long figures are cached. Further scrapes send no queries. */
const KEPT_MS = 5_000;
/** How long a scrape waits for a server. Figures of slower servers are absent. */
const WAIT_MS = 2_000;

type QueuesFigures = readonly (readonly [QueueName, QueueFigures])[];

export interface ReportedParts {
  readonly shards: Pick<Shards, "all">;
  readonly checks: readonly ReadinessCheck[];
  readonly queues: () => Promise<QueuesFigures>;
}

/**
 * Metrics read at each scrape. Those of a server that does not respond are absent, never 0. Every
 * process reports the figures of the database, so that they are there while any runs.
 */
export function reportProcess(metrics: Metrics, { shards, checks, queues }: ReportedParts): void {
  const gather = <Name extends NamesOf<"gauge">>(
    names: readonly Name[],
    read: () => Promise<readonly Sample<Name>[]>,
  ) => {
    const keep = shared(read, KEPT_MS);
    metrics.gather(names, () => within(WAIT_MS, keep(), () => []));
  };

  gather(["part_ready"], async () => {
    const { parts } = await checkReadiness(checks);
    return Object.entries(parts).map(([part, state]) => ({
      name: "part_ready",
      labels: { part },
      value: state === "ok" ? 1 : 0,
    }));
  });
  gather(queueNames, async () => (await queues()).flatMap(queueSamples));
  const figures = shared(() => readFiguresOfShards(shards.all()), KEPT_MS);
  metrics.gather([...databaseNames, "database_up"], () =>
    within(
      WAIT_MS,
      figures().then((known) => [up(1), ...databaseSamples(known)]),
      () => [up(0)],
    ).catch(() => [up(0)]),
  );
  reportPools(metrics, shards);
}

/** The figures of all worker queues that respond. */
export async function answersOf(workers: readonly RunningWorker[]): Promise<QueuesFigures> {
  const all = await Promise.all(
    workers.map(async ({ queue, figures }) => {
      const known = await figures().catch(() => undefined);
      return known === undefined ? [] : [[queue, known] as const];
    }),
  );
  return all.flat();
}

const up = (value: 0 | 1) => ({ name: "database_up", labels: {}, value }) as const;

const queueNames = ["queue_jobs", "queue_oldest_age_seconds"] as const;

function queueSamples([queue, { jobs, oldestAgeSeconds }]: readonly [
  QueueName,
  QueueFigures,
]): readonly Sample<(typeof queueNames)[number]>[] {
  return [
    ...Object.entries(jobs).map(
      ([state, value]) => ({ name: "queue_jobs", labels: { queue, state }, value }) as const,
    ),
    { name: "queue_oldest_age_seconds", labels: { queue }, value: oldestAgeSeconds },
  ];
}

const databaseNames = [
  "outbox_pending",
  "outbox_oldest_age_seconds",
  "outbox_dead",
  "votes_held",
  "mails_waiting",
  "payments_waiting",
  "uploads_waiting",
  "webhook_deliveries_waiting",
  "webhook_deliveries_late_seconds",
  "database_server_connections",
  "database_server_connections_limit",
  "database_oldest_transaction_seconds",
] as const;

function databaseSamples(
  figures: ServiceFigures,
): readonly Sample<(typeof databaseNames)[number]>[] {
  const { outbox, mails, payments, uploads, deliveries, server } = figures;
  const labels = {};
  return [
    { name: "outbox_pending", labels, value: outbox.pending },
    { name: "outbox_oldest_age_seconds", labels, value: outbox.oldestAgeSeconds },
    { name: "outbox_dead", labels, value: outbox.dead },
    { name: "votes_held", labels, value: figures.heldVotes },
    ...Object.entries(mails).map(
      ([kind, value]) => ({ name: "mails_waiting", labels: { kind }, value }) as const,
    ),
    ...Object.entries(payments).map(
      ([state, value]) => ({ name: "payments_waiting", labels: { state }, value }) as const,
    ),
    ...Object.entries(uploads).map(
      ([kind, value]) => ({ name: "uploads_waiting", labels: { kind }, value }) as const,
    ),
    { name: "webhook_deliveries_waiting", labels, value: deliveries.pending },
    { name: "webhook_deliveries_late_seconds", labels, value: deliveries.lateSeconds },
    { name: "database_server_connections", labels, value: server.connections },
    { name: "database_server_connections_limit", labels, value: server.connectionsMax },
    { name: "database_oldest_transaction_seconds", labels, value: server.oldestTransactionSeconds },
  ];
}

const poolNames = ["main", "pipelined"] as const;

/** Reports the pools' own counters, so that taking a connection costs nothing extra. */
function reportPools(metrics: Metrics, shards: Pick<Shards, "all">): void {
  const reported = {
    main: { waits: 0, waitedSeconds: 0 },
    pipelined: { waits: 0, waitedSeconds: 0 },
  };
  const names = [
    "database_pool_size",
    "database_pool_connections",
    "database_pool_waiting",
  ] as const;
  metrics.gather(names, async () => {
    const all = shards.all().map((db) => db.poolFigures());
    return poolNames.flatMap((pool) => {
      const sum = (figure: keyof PoolFigures) =>
        all.reduce((added, figures) => added + figures[pool][figure], 0);
      const [size, used, idle] = [sum("size"), sum("used"), sum("idle")];
      const [waiting, waits, waitedSeconds] = [sum("waiting"), sum("waits"), sum("waitedSeconds")];
      const before = reported[pool];
      metrics.count("database_pool_waits_total", { pool }, waits - before.waits);
      const waited = waitedSeconds - before.waitedSeconds;
      metrics.count("database_pool_wait_seconds_total", { pool }, waited);
      reported[pool] = { waits, waitedSeconds };
      return [
        { name: "database_pool_size", labels: { pool }, value: size },
        { name: "database_pool_connections", labels: { pool, state: "used" }, value: used },
        { name: "database_pool_connections", labels: { pool, state: "idle" }, value: idle },
        { name: "database_pool_waiting", labels: { pool }, value: waiting },
      ] as const;
    });
  });
}
