import { connectDatabase, outboxStore } from "@polls/db";
import { chooseBackend } from "@polls/jobs";
import { type RunningWorker, startWorker } from "@polls/jobs/worker";
import { runService, startHealthServer } from "@polls/runtime";
import { loadConfig } from "./config";
import { createDomainPacer } from "./delivery/domain-pacer";
import { openMailer } from "./delivery/open-mailer";
import { handlers } from "./handlers";

void runService(
  "mail-worker",
  () => loadConfig(process.env),
  async (config, { life, log, metrics }) => {
    const db = connectDatabase(config.databaseUrl, {
      max: Math.min(config.concurrency, 10) + 2,
      applicationName: "polls-mail-worker",
      onError: (err) => log.warn({ err }, "database connection lost"),
    });
    life.add("database", db, () => db.close());

    const mailer = config.smtp && openMailer(config.smtp);
    if (mailer !== undefined) life.add("mailer", mailer, async () => mailer.close());
    let worker: RunningWorker | undefined;
    const health = await startHealthServer({
      port: config.healthPort,
      metrics,
      ending: life.signal,
      checks: [
        { part: "database", needed: true, check: () => db.pool.query("SELECT 1") },
        { part: "mail server", needed: false, check: () => mailer?.check() ?? Promise.resolve() },
        {
          part: "queue",
          needed: true,
          check: async () => {
            if (mailer === undefined) return;
            if (worker === undefined) throw new Error("not started");
            await worker.check();
          },
        },
      ],
    });
    life.add("health server", health, () => health.close());

    if (mailer === undefined) {
      log.warn("SMTP_URL is not set: mails wait until it is");
      return;
    }
    const deps = {
      db,
      mailer,
      pacer: createDomainPacer(config.domainRatePerSecond),
      settings: config,
      clock: () => new Date(),
    };
    worker = await startWorker("mail", handlers, deps, {
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
