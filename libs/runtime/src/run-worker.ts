import { connectDatabase, type Db, outboxStore, type Pooler } from "@polls/db";
import { chooseBackend, consumerConnections, type Handlers, type QueueName } from "@polls/jobs";
import { type RunningWorker, startWorker, type WorkerOptions } from "@polls/jobs/worker";
import { clockCheck } from "./clock-check";
import { databaseCheck } from "./database-check";
import type { Diagnostic } from "./diagnostics";
import { startHealthServer } from "./health-server";
import { type DiagnosedConfig, processDiagnostics } from "./process-diagnostics";
import type { ReadinessCheck } from "./readiness";
import { answersOf, reportProcess } from "./report-process";
import { runEvery } from "./run-every";
import { type ProcessConfig, runService, type ServiceContext } from "./run-service";
import type { RunChore } from "./sweep";

/** The configuration of every worker. */
export interface WorkerConfig extends ProcessConfig, DiagnosedConfig {
  readonly databaseUrl: string;
  readonly databasePooler: Pooler;
  readonly redisUrl: string | undefined;
  readonly metricsPort: number;
  readonly metricsHost: string;
}

export interface WorkerContext extends ServiceContext {
  readonly db: Db;
  /** The time of the database (docs/adr/0019-one-clock.md). */
  readonly clock: () => Date;
}

/** The parts that differ between workers. */
export interface WorkerParts {
  /** Checks beside those of database and queue. */
  readonly checks?: readonly ReadinessCheck[];
  /** Diagnostics beside those of every process. */
  readonly diagnostics?: readonly Diagnostic[];
  /** Empty: the worker can do nothing with its configuration, and jobs wait. */
  readonly consumers: readonly Consumer[];
  /** Started after all consumers. */
  readonly chores?: readonly Chore[];
}

/** Consumes the jobs of one queue. */
export type Consumer = (options: Omit<WorkerOptions, "concurrency">) => Promise<RunningWorker>;

/** Work that no job causes. It repeats `everyMs` after its end, and its errors are logged. */
export interface Chore {
  readonly name: string;
  readonly everyMs: number;
  /** From the start to its first run; `everyMs` if absent. */
  readonly firstAfterMs?: number;
  readonly work: (signal: AbortSignal) => Promise<unknown>;
}

/** Declares how the jobs of `queue` are handled: `concurrency` at a time in this process. */
export const consumer =
  <Queue extends QueueName, Deps>(
    queue: Queue,
    handlers: Handlers<Queue, Deps>,
    deps: Deps,
    concurrency: number,
  ): Consumer =>
  (options) =>
    startWorker(queue, handlers, deps, { ...options, concurrency });

/**
 * Runs a worker for the life of its process: opens `connections` to its database, then the parts of `open`,
 * then starts health, consumers and chores; they end in reverse order. While the worker waits for the
 * queue, health answers that it is not ready.
 */
export function runWorker<Config extends WorkerConfig>(
  name: string,
  loadConfig: () => Config,
  connections: (config: Config) => number,
  open: (config: Config, context: WorkerContext) => Promise<WorkerParts>,
): Promise<void> {
  return runService(name, loadConfig, async (config, { life, log, metrics, tracing }) => {
    const db = connectDatabase(config.databaseUrl, {
      max: connections(config),
      pooler: config.databasePooler,
      applicationName: `polls-${name}`,
      onError: (err) => log.warn({ err }, "database connection lost"),
    });
    life.add("database", db, () => db.close());
    const watch = db.watch();
    await watch.started;
    const clock = watch.now;
    const context = { db, clock, life, log, metrics, tracing };
    const { diagnostics = [], consumers, chores = [], ...parts } = await open(config, context);
    const backend = chooseBackend(config);

    let workers: readonly RunningWorker[] | undefined;
    const queueCheck = async () => {
      if (workers === undefined) throw new Error("not started");
      await Promise.all(workers.map((worker) => worker.check()));
    };
    const checks = [
      databaseCheck(watch),
      clockCheck(watch),
      ...(parts.checks ?? []),
      ...(consumers.length === 0 ? [] : [{ part: "queue", needed: true, check: queueCheck }]),
    ];
    const running = new Map<string, RunChore>();
    const health = await startHealthServer({
      chores: running,
      port: config.metricsPort,
      host: config.metricsHost,
      metrics,
      ending: life.signal,
      diagnosis: {
        service: name,
        connections: db.connections + consumers.length * consumerConnections(backend),
        diagnostics: [...processDiagnostics(watch, backend, config), ...diagnostics],
      },
      checks,
    });
    life.add("health server", health, () => health.close());
    reportProcess(metrics, { db, checks, queues: () => answersOf(workers ?? []) });
    if (consumers.length === 0) return;

    const options = {
      backend,
      store: outboxStore(db),
      log,
      metrics,
      tracing,
      strict: config.production,
      signal: life.signal,
    };
    workers = await Promise.all(consumers.map((consume) => consume(options)));
    // Together: each may need most of the time that a process has to end.
    life.add("workers", workers, (all) => Promise.all(all.map((worker) => worker.close())));

    for (const { name: chore, everyMs, firstAfterMs = everyMs, work } of chores) {
      const onError = (err: unknown) =>
        log.error({ err, chore }, "a chore failed; it is tried again");
      const repetition = runEvery(everyMs, work, onError, { firstAfterMs });
      running.set(chore, repetition.runNow);
      life.add(chore, repetition, (each) => each.close());
    }
  });
}
