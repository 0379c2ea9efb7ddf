import { connectDatabase, outboxStore } from "@polls/db";
import { chooseBackend } from "@polls/jobs";
import { type RunningWorker, startWorker } from "@polls/jobs/worker";
import { runService, startHealthServer } from "@polls/runtime";
import { openStorage } from "@polls/storage";
import { loadConfig } from "./config";
import { findConfinement } from "./confined/confinement";
import { handlers } from "./handlers";
import { clearWorkspaces } from "./workspace";

void runService(
  "media-worker",
  () => loadConfig(process.env),
  async (config, { life, log, metrics }) => {
    const db = connectDatabase(config.databaseUrl, {
      max: config.concurrency + 3,
      applicationName: "polls-media-worker",
      onError: (err) => log.warn({ err }, "database connection lost"),
    });
    life.add("database", db, () => db.close());
    const storage = life.add("storage", await openStorage(config.storage), (s) => s.close());
    await clearWorkspaces(config.workRoot);
    const confinement = await findConfinement(config.searchPath);
    log.info({ measures: confinement.measures }, "how decoders are confined here");

    let worker: RunningWorker | undefined;
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
            if (worker === undefined) throw new Error("not started");
            await worker.check();
          },
        },
      ],
    });
    life.add("health server", health, () => health.close());

    const deps = {
      db,
      storage,
      tools: { confinement, caps: config.caps, pictureLimits: config.pictureLimits },
      workRoot: config.workRoot,
      clock: () => new Date(),
    };
    worker = await startWorker("media", handlers, deps, {
      backend: chooseBackend(config),
      store: outboxStore(db),
      log,
      metrics,
      concurrency: config.concurrency,
      strict: config.production,
      signal: life.signal,
    });
    life.add("worker", worker, (running) => running.close());
  },
);
