import { connectDatabase, outboxStore, reconcilePayments } from "@polls/db";
import { chooseBackend } from "@polls/jobs";
import { type RunningWorker, startWorker } from "@polls/jobs/worker";
import { runEvery, runService, startHealthServer } from "@polls/runtime";
import { loadConfig } from "./config";
import { handlers } from "./handlers";
import { openProvider } from "./provider/open-provider";
import { sweepPayments, sweepReturns } from "./sweep";

/** How often the provider is asked which money went back, and all figures are held against each other. */
const HOUR_MS = 3_600_000;

void runService(
  "payment-worker",
  () => loadConfig(process.env),
  async (config, { life, log, metrics }) => {
    const db = connectDatabase(config.databaseUrl, {
      max: config.concurrency + 2,
      applicationName: "polls-payment-worker",
      onError: (err) => log.warn({ err }, "database connection lost"),
    });
    life.add("database", db, () => db.close());

    let worker: RunningWorker | undefined;
    const queueCheck = {
      part: "queue",
      needed: true,
      check: async () => {
        if (worker === undefined) throw new Error("not started");
        await worker.check();
      },
    };
    const health = await startHealthServer({
      port: config.healthPort,
      metrics,
      ending: life.signal,
      checks: [
        { part: "database", needed: true, check: () => db.pool.query("SELECT 1") },
        ...(config.provider === undefined ? [] : [queueCheck]),
      ],
    });
    life.add("health server", health, () => health.close());

    if (config.provider === undefined) {
      log.warn("there is no STRIPE_SECRET_KEY: this service takes no payments");
      return;
    }
    const deps = {
      db,
      provider: openProvider(config.provider),
      clock: () => new Date(),
      askAfterMs: config.askAfterMs,
    };
    worker = await startWorker("payment", handlers, deps, {
      backend: chooseBackend(config),
      store: outboxStore(db),
      log,
      metrics,
      concurrency: config.concurrency,
      strict: config.production,
      signal: life.signal,
    });
    life.add("worker", worker, (running) => running.close());

    const sweep = runEvery(
      config.sweepEveryMs,
      async () => {
        const asked = await sweepPayments(deps);
        if (asked > 0) log.info({ asked }, "asks about payments that nothing was heard of");
      },
      (err) => log.error({ err }, "open payments were not swept"),
    );
    life.add("sweep", sweep, (running) => running.close());
    const returns = runEvery(
      HOUR_MS,
      () => sweepReturns(deps),
      (err) => log.error({ err }, "refunds and disputes were not swept"),
    );
    life.add("sweep of returns", returns, (running) => running.close());
    const reconciling = runEvery(
      HOUR_MS,
      async () => {
        const found = await reconcilePayments(db.prisma, new Date());
        const wrong = Object.values(found).some((ids) => ids.length > 0);
        if (wrong) log.error({ found }, "payments do not fit their ledger or their votes");
      },
      (err) => log.error({ err }, "payments were not reconciled"),
    );
    life.add("reconciliation", reconciling, (running) => running.close());
  },
);
