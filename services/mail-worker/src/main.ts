import { connectDatabase, outboxStore } from "@polls/db";
import { chooseBackend } from "@polls/jobs";
import { type RunningWorker, startWorker } from "@polls/jobs/worker";
import { runService, startHealthServer } from "@polls/runtime";
import { loadConfig } from "./config";
import { handlers } from "./handlers";

void runService(
  "mail-worker",
  () => loadConfig(process.env),
  async (config, { life, log, metrics }) => {
    const db = connectDatabase(config.databaseUrl, {
      max: config.concurrency + 2,
      applicationName: "polls-mail-worker",
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

    worker = await startWorker(
      "mail",
      handlers,
      {},
      {
        backend: chooseBackend(config),
        store: outboxStore(db),
        log,
        metrics,
        concurrency: config.concurrency,
        strict: config.production,
        signal: life.signal,
      },
    );
    life.add("worker", worker, (running) => running.close());
  },
);
