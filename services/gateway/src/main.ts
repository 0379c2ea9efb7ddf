import { egressExceptions } from "@polls/config";
import { deploymentId, isDatabaseUnavailable } from "@polls/db/connection";
import { outboxOfShards } from "@polls/db/outbox";
import { chooseBackend, relayConnections } from "@polls/jobs";
import { startRelay } from "@polls/jobs/outbox";
import {
  clockCheck,
  connectionsOf,
  databaseCheck,
  openDatabase,
  processDiagnostics,
  queueSettingsCheck,
  repeatChecks,
  replicaCheck,
  reportProcess,
  runService,
  startHealthServer,
} from "@polls/runtime";
import { claimAtStart, openStorage, ownedStorage, storageTrouble } from "@polls/storage";
import { createListener } from "./app";
import { loadConfig } from "./config";
import { createDeps } from "./create-deps";
import { gatewayDiagnostics } from "./diagnostics";
import { BATCHER_CONNECTIONS } from "./features/votes/vote-batcher";
import { createRateLimiter } from "./http/limits/rate-limiter";
import { openRedisCounters } from "./http/limits/redis-counters";
import { listen } from "./http/server/listen";
import { startMaintenance } from "./maintenance/start-maintenance";
import { watchTallies } from "./maintenance/watch-tallies";
import { loadWebAssets, webDirectory } from "./pages/web-assets";
import { createQueueBoard } from "./queue-board/queue-board";
import { createStoredKeys } from "./stored-keys";

/** The time for running requests. A process has 25 s to end. */
const DRAIN_MS = 20_000;
const CHECK_EVERY_MS = 1_000;

void runService(
  "gateway",
  () => loadConfig(process.env),
  async (config, context) => {
    const { life, log, metrics, tracing } = context;
    const database = {
      max: config.databaseConnections,
      pooler: config.databasePooler,
      replica: config.databaseReplica,
      // One more connection is for jobs.
      pipelined: BATCHER_CONNECTIONS + 1,
      applicationName: "polls-gateway",
    };
    const { db, watch, clock, shards } = await openDatabase(config.databaseUrl, database, context);

    const storage = ownedStorage(await openStorage(config.storage), {
      deployment: () => deploymentId(db),
      onForeign: (err) => log.error({ err }, "files are only read"),
    });
    life.add("storage", storage, () => storage.close());
    await claimAtStart(storage, config.production);

    const backend = chooseBackend(config);
    const outbox = outboxOfShards(shards);
    const relay = startRelay({
      store: outbox,
      backend,
      log,
      metrics,
      tracing,
      strict: config.production,
    });
    life.add("relay", relay, () => relay.close());

    const counters =
      config.redisUrl === undefined
        ? undefined
        : openRedisCounters(
            { url: config.redisUrl, prefix: config.redisPrefix },
            config.keys.rateLimits.signing,
            (err) => log.debug({ err }, "rate limit counters"),
          );
    if (counters !== undefined) life.add("rate limit counters", counters, () => counters.close());
    const rateLimiter = createRateLimiter({
      clock: () => clock().getTime(),
      shared: counters,
    });
    life.add("rate limiter", rateLimiter, () => rateLimiter.close());

    const maintenance = startMaintenance({
      shards,
      clock,
      log,
      keys: config.keys,
      config,
      storedKeys: createStoredKeys(shards.home, config.keys),
    });
    life.add("maintenance", maintenance, () => maintenance.close());
    const tallyWatch = watchTallies({ shards, log, metrics });
    life.add("watch of tallies", tallyWatch, () => tallyWatch.close());

    const allowed = egressExceptions(config.egress);
    if (allowed !== undefined) log.warn(allowed, "webhooks may call more than the public internet");
    const webAssets = loadWebAssets(webDirectory);
    if (webAssets === undefined) log.warn({ webDirectory }, "the pages are not built");
    const readiness = repeatChecks(
      [
        databaseCheck(watch, [db, db.pipelined]),
        clockCheck(watch),
        ...(db.replica === undefined ? [] : [replicaCheck(db.replica)]),
        { part: "storage", needed: false, check: () => storage.check(), trouble: storageTrouble },
        { part: "queue", needed: false, check: () => relay.check() },
        ...queueSettingsCheck(backend, relay.wrongSetting),
        ...(counters === undefined
          ? []
          : [{ part: "redis", needed: false, check: () => counters.check() }]),
      ],
      CHECK_EVERY_MS,
    );
    life.add("readiness", readiness, () => readiness.close());

    const deps = createDeps({
      webAssets,
      config,
      shards,
      storage,
      rateLimiter,
      wakeRelay: (db) => {
        outbox.expectOf(db);
        relay.wake();
      },
      clock,
      momentOf: (moment) => moment,
      log,
      metrics,
      tracing,
      ending: life.signal,
      closing: life.closing,
      readiness: readiness.checks,
    });
    const board =
      config.operatorLogin === undefined
        ? undefined
        : createQueueBoard({ credentials: config.operatorLogin, backend, rateLimiter, log });
    if (board !== undefined) life.add("queue board", board, () => board.close());
    const health = await startHealthServer({
      ops: board?.handle,
      port: config.metricsPort,
      host: config.metricsHost,
      checks: deps.readiness,
      metrics,
      ending: life.signal,
      chores: new Map([
        ["maintenance", maintenance.runNow],
        ["watch of tallies", tallyWatch.runNow],
      ]),
      diagnosis: {
        service: "gateway",
        // The board has the same queues as the relay.
        connections: () =>
          connectionsOf(shards) + (board === undefined ? 1 : 2) * relayConnections(backend),
        diagnostics: [
          ...processDiagnostics(watch, backend, config),
          ...gatewayDiagnostics({
            config,
            storage,
            replica: db.replica,
            relay,
            tallyWatch,
            webAssets,
          }),
        ],
      },
    });
    life.add("health server", health, () => health.close());
    reportProcess(metrics, { shards, checks: deps.readiness, queues: relay.figures });
    metrics.gather(["relay_up"], async () => {
      const sends = relay.check().then(
        () => 1,
        () => 0,
      );
      return [{ name: "relay_up", labels: {}, value: await sends }];
    });
    // A gateway whose secret opens no stored key must not start. The database may become available later.
    await deps.storedKeys().catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) throw error;
    });
    const http = await listen(createListener(deps), config);
    life.add("http", http, () => http.close(DRAIN_MS));
    life.announceEndFor(config.shutdownDelayMs);
    log.info({ port: http.port, baseUrl: config.baseUrl.origin }, "listening");
  },
);
