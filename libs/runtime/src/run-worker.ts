import type { Db, Pooler } from "@polls/db/connection";
import { outboxOfShards } from "@polls/db/outbox";
import { perShard, type Shards } from "@polls/db/shards";
import {
  chooseBackend,
  consumerConnections,
  type Handlers,
  type QueueName,
  watchQueue,
} from "@polls/jobs";
import { type RunningWorker, startWorker, type WorkerOptions } from "@polls/jobs/worker";
import type { Diagnostic } from "./diagnostics";
import { type RunChore, startHealthServer } from "./health-server";
import { connectionsOf, openDatabase } from "./open-database";
import { clockCheck, databaseCheck, queueSettingsCheck } from "./process-checks";
import { type DiagnosedConfig, processDiagnostics } from "./process-diagnostics";
import type { ReadinessCheck } from "./readiness";
import { answersOf, reportProcess } from "./report-process";
import { runEvery } from "./run-every";
import { type ProcessConfig, runService, type ServiceContext } from "./run-service";

export interface WorkerConfig extends ProcessConfig, DiagnosedConfig {
  readonly databaseUrl: string;
  readonly databasePooler: Pooler;
  readonly redisUrl: string | undefined;
  readonly redisPrefix: string;
  readonly metricsPort: number;
  readonly metricsHost: string;
}

export interface WorkerContext extends ServiceContext {
  readonly shards: Shards;
  /** The time of the database (docs/adr/0019-one-clock.md). */
  readonly clock: () => Date;
}

export interface WorkerParts {
  readonly checks?: readonly ReadinessCheck[];
  readonly diagnostics?: readonly Diagnostic[];
  /** Empty if the configuration allows no work. Jobs then wait, and repeated tasks do not start. */
  readonly consumers: readonly Consumer[];
  /** Started after all consumers. */
  readonly chores?: readonly Chore[];
}

export type Consumer = (
  options: Omit<WorkerOptions, "concurrency">,
  shards: Shards,
) => Promise<RunningWorker>;

/** Repeated work that no job causes, `everyMs` after its end. Its errors are logged. */
export interface Chore {
  readonly name: string;
  readonly everyMs: number;
  /** Time from the start to the first run. The default is `everyMs`. */
  readonly firstAfterMs?: number;
  readonly work: (signal: AbortSignal) => Promise<unknown>;
}

/**
 * The handlers of a queue, with at most `concurrency` jobs at a time in this process. Each job gets
 * the dependencies of its shard.
 */
export function consumer<Queue extends QueueName, Deps>(
  queue: Queue,
  handlers: Handlers<Queue, Deps>,
  depsOn: (db: Db) => Deps,
  concurrency: number,
): Consumer {
  const depsOnce = perShard(depsOn);
  return (options, shards) =>
    startWorker(
      queue,
      handlers,
      async (outboxId) => depsOnce(await shards.ofId(BigInt(outboxId))),
      { ...options, concurrency },
    );
}

/** Runs work for each shard in sequence. If it fails for a shard, the others are still processed; then the first error is thrown. */
export const onEachShard =
  <Deps>(
    shards: Shards,
    depsOn: (db: Db) => Deps,
    work: (deps: Deps, signal: AbortSignal) => Promise<unknown>,
  ): Chore["work"] =>
  async (signal) => {
    const errors: unknown[] = [];
    for (const db of shards.all()) {
      if (signal.aborted) break;
      await work(depsOn(db), signal).catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw errors[0];
  };

type Env = Readonly<Record<string, string | undefined>>;

interface ConfiguredWorker {
  readonly config: WorkerConfig;
  readonly connections: number;
  readonly open: (context: WorkerContext) => Promise<WorkerParts>;
}

export interface Worker {
  readonly name: string;
  readonly configure: (env: Env) => ConfiguredWorker;
}

/** Declares a worker: how it is configured, how many connections it needs, and what it opens. */
export const defineWorker = <Config extends WorkerConfig>(
  name: string,
  loadConfig: (env: Env) => Config,
  connections: (config: Config) => number,
  open: (config: Config, context: WorkerContext) => Promise<WorkerParts>,
): Worker => ({
  name,
  configure(env) {
    const config = loadConfig(env);
    return {
      config,
      connections: connections(config),
      open: (context) => open(config, context),
    };
  },
});

interface ProcessOfWorkers extends WorkerConfig {
  readonly workers: readonly ConfiguredWorker[];
}

/** The configuration of a process. What all workers read from the same variables is that of the first. */
function configureAll([first, ...others]: WorkerList, env: Env): ProcessOfWorkers {
  const { config, ...worker } = first.configure(env);
  const workers = [{ config, ...worker }, ...others.map(({ configure }) => configure(env))];
  const all = (list: (config: WorkerConfig) => readonly string[]) => [
    ...new Set(workers.flatMap((each) => list(each.config))),
  ];
  return {
    ...config,
    unsafeSettings: all(({ unsafeSettings }) => unsafeSettings),
    unknownVariables: all(({ unknownVariables }) => unknownVariables),
    workers,
  };
}

export type WorkerList = readonly [Worker, ...Worker[]];

/**
 * Runs workers for the life of their process, which has this name: opens their connections to one database, then the
 * parts of each, then starts health, consumers and chores. They end in reverse order. While a worker waits for the
 * queue, the process reports that it is not ready.
 */
export function runWorkers(name: string, env: Env, list: (env: Env) => WorkerList): Promise<void> {
  const load = () => configureAll(list(env), env);
  return runService(name, load, async ({ workers: configured, ...config }, context) => {
    const { life, log, metrics, tracing } = context;
    const database = {
      max: configured.reduce((sum, { connections }) => sum + connections, 0),
      pooler: config.databasePooler,
      applicationName: `polls-${name}`,
    };
    const { db, watch, clock, shards } = await openDatabase(config.databaseUrl, database, context);
    const opened: WorkerParts[] = [];
    for (const { open } of configured) opened.push(await open({ ...context, shards, clock }));
    const consumers = opened.flatMap((parts) => parts.consumers);
    const backend = chooseBackend(config);
    const queueWatch = watchQueue(backend);
    life.add("watch of the queue", queueWatch, () => queueWatch.close());

    let workers: readonly RunningWorker[] | undefined;
    const queueCheck = async () => {
      if (workers === undefined) throw new Error("not started");
      await Promise.all(workers.map((worker) => worker.check()));
    };
    const checks = [
      databaseCheck(watch, [db, db.pipelined]),
      clockCheck(watch),
      ...opened.flatMap((parts) => parts.checks ?? []),
      ...(consumers.length === 0
        ? []
        : [
            { part: "queue", needed: true, check: queueCheck },
            ...queueSettingsCheck(backend, queueWatch.wrong),
          ]),
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
        connections: () => connectionsOf(shards) + consumers.length * consumerConnections(backend),
        diagnostics: [
          ...processDiagnostics(watch, backend, config),
          ...opened.flatMap((parts) => parts.diagnostics ?? []),
        ],
      },
      checks,
    });
    life.add("health server", health, () => health.close());
    reportProcess(metrics, { shards, checks, queues: () => answersOf(workers ?? []) });
    if (consumers.length === 0) return;

    const options = {
      backend,
      store: outboxOfShards(shards),
      log,
      metrics,
      tracing,
      strict: config.production,
      signal: life.signal,
    };
    workers = await Promise.all(consumers.map((consume) => consume(options, shards)));
    // Closed concurrently, because each may need most of the time that a process has to end.
    life.add("workers", workers, (all) => Promise.all(all.map((worker) => worker.close())));

    // Chores of a worker without consumers do not start.
    const chores = opened.flatMap((parts) =>
      parts.consumers.length === 0 ? [] : (parts.chores ?? []),
    );
    for (const { name: chore, everyMs, firstAfterMs = everyMs, work } of chores) {
      const onError = (err: unknown) =>
        log.error({ err, chore }, "a chore failed; it will run again");
      const repetition = runEvery(everyMs, work, onError, { firstAfterMs });
      running.set(chore, repetition.runNow);
      life.add(chore, repetition, (each) => each.close());
    }
  });
}
