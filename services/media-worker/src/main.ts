import { connectDatabase, outboxStore } from "@polls/db";
import { chooseBackend } from "@polls/jobs";
import { type RunningWorker, startWorker } from "@polls/jobs/worker";
import { runEvery, runService, startHealthServer } from "@polls/runtime";
import { openStorage } from "@polls/storage";
import { loadConfig } from "./config";
import { findConfinement } from "./confined/confinement";
import { quickHandlers, slowHandlers } from "./handlers";
import { openTools } from "./open-tools";
import { sweepStorage } from "./sweep";
import { clearWorkspaces } from "./workspace";

void runService(
  "media-worker",
  () => loadConfig(process.env),
  async (config, { life, log, metrics }) => {
    const db = connectDatabase(config.databaseUrl, {
      max: config.concurrency + config.videoConcurrency + 3,
      applicationName: "polls-media-worker",
      onError: (err) => log.warn({ err }, "database connection lost"),
    });
    life.add("database", db, () => db.close());
    const storage = life.add("storage", await openStorage(config.storage), (s) => s.close());
    await clearWorkspaces(config.workRoot);
    const confinement = await findConfinement(config.searchPath);
    log.info({ measures: confinement.measures }, "how decoders are confined here");

    let workers: readonly RunningWorker[] = [];
    const health = await startHealthServer({
      port: config.healthPort,
      metrics,
      ending: life.signal,
      checks: [
        { part: "database", needed: true, check: () => db.pool.query("SELECT 1") },
        { part: "storage", needed: true, check: () => storage.check() },
        {
          part: "queue",
          needed: true,
          check: async () => {
            if (workers.length === 0) throw new Error("not started");
            await Promise.all(workers.map((worker) => worker.check()));
          },
        },
      ],
    });
    life.add("health server", health, () => health.close());

    const tools = openTools(config, confinement);
    life.add("picture processes", tools.pictures, (processes) => processes.close());
    const deps = {
      db,
      storage,
      tools,
      workRoot: config.workRoot,
      clock: () => new Date(),
    };
    const common = {
      backend: chooseBackend(config),
      store: outboxStore(db),
      log,
      metrics,
      strict: config.production,
      signal: life.signal,
    };
    const quick = { ...common, concurrency: config.concurrency };
    const slow = { ...common, concurrency: config.videoConcurrency };
    workers = await Promise.all([
      startWorker("media", quickHandlers, deps, quick),
      startWorker("media-slow", slowHandlers, deps, slow),
    ]);
    // At the same time: each may need most of what a process has to end.
    life.add("workers", workers, (all) => Promise.all(all.map((worker) => worker.close())));

    const sweep = runEvery(
      config.sweepEveryMs,
      async (signal) => {
        const swept = await sweepStorage(deps, signal);
        if (swept.files + swept.uploads > 0) log.info({ swept }, "swept the storage");
      },
      (err) => log.error({ err }, "the storage was not swept"),
    );
    life.add("sweep", sweep, (running) => running.close());
  },
);
