import { connectDatabase, outboxStore } from "@polls/db";
import { chooseBackend } from "@polls/jobs";
import { type RunningWorker, startWorker } from "@polls/jobs/worker";
import { runEvery, runService, startHealthServer } from "@polls/runtime";
import { loadConfig } from "./config";
import { createPost } from "./delivery/post";
import { handlers } from "./handlers";
import { lookAtResults, watchMissedPolls } from "./results/look-at-results";
import { sweepDeliveries } from "./sweep";

/** How often deliveries are looked for whose time has come. */
const SWEEP_MS = 1_000;
/** How often polls are looked for that webhooks want to know of and nobody watches. */
const WATCH_MS = 60_000;
/** How often results are looked at, where `WEBHOOK_RESULTS_SECONDS` is not less. */
const LOOK_MS = 1_000;

void runService(
  "webhook-worker",
  () => loadConfig(process.env),
  async (config, { life, log, metrics }) => {
    const db = connectDatabase(config.databaseUrl, {
      max: Math.min(config.concurrency, 10) + 3,
      applicationName: "polls-webhook-worker",
      onError: (err) => log.warn({ err }, "database connection lost"),
    });
    life.add("database", db, () => db.close());

    let worker: RunningWorker | undefined;
    const health = await startHealthServer({
      port: config.healthPort,
      metrics,
      ending: life.signal,
      checks: [
        { part: "database", needed: true, check: () => db.pool.query("SELECT 1") },
        {
          part: "queue",
          needed: true,
          check: async () => {
            if (worker === undefined) throw new Error("not started");
            await worker.check();
          },
        },
      ],
    });
    life.add("health server", health, () => health.close());

    const deps = {
      db,
      post: createPost(config),
      settings: config,
      clock: () => new Date(),
      resultsEveryMs: config.resultsEveryMs,
    };
    worker = await startWorker("webhook", handlers, deps, {
      backend: chooseBackend(config),
      store: outboxStore(db),
      log,
      metrics,
      concurrency: config.concurrency,
      strict: config.production,
      signal: life.signal,
    });
    life.add("worker", worker, (running) => running.close());

    const chores = [
      { name: "sweep", everyMs: SWEEP_MS, work: () => sweepDeliveries(deps) },
      { name: "watch", everyMs: WATCH_MS, work: () => watchMissedPolls(deps) },
      {
        name: "look at results",
        everyMs: Math.min(LOOK_MS, config.resultsEveryMs),
        work: () => lookAtResults(deps),
      },
    ];
    for (const { name, everyMs, work } of chores) {
      const chore = runEvery(everyMs, work, (err) => log.error({ err }, `${name}: tried again`));
      life.add(name, chore, (running) => running.close());
    }
  },
);
