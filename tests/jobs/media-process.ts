import { connectDatabase } from "@polls/db/connection";
import { outboxStore } from "@polls/db/outbox";
import { inTransaction } from "@polls/db/sql";
import type { Handlers, QueueBackend } from "@polls/jobs";
import { startRelay } from "@polls/jobs/outbox";
import { startWorker } from "@polls/jobs/worker";
import { createLogger, createMetrics } from "@polls/telemetry";

// A process that tests kill: a relay and a worker with short locks. Effects are rows named `effect`,
// written in the transaction that finishes the job.
const [databaseUrl = "", backendJson = "", pauseMs = "0"] = process.argv.slice(2);
const backend = JSON.parse(backendJson) as QueueBackend;
const db = connectDatabase(databaseUrl, { max: 6, onError: () => undefined });
const log = createLogger("media-process", { level: "warn" });
const metrics = createMetrics("media-process");
const store = outboxStore(db);

const handlers: Handlers<"media", object> = {
  "media.render-attachment": async ({ attachmentId }, _deps, run) => {
    await new Promise((resolve) => setTimeout(resolve, Number(pauseMs)));
    await inTransaction(db, async (tx) => {
      await tx.prisma.outbox.create({
        data: { job: "effect", payload: { attachmentId }, doneAt: new Date() },
      });
      await run.done(tx);
    });
  },
  "media.delete-attachment": async () => undefined,
  "media.draw-link-picture": async () => undefined,
};

startRelay({ store, backend, log, metrics, strict: false });
void startWorker("media", handlers, () => ({}), {
  backend,
  store,
  log,
  metrics,
  concurrency: 4,
  strict: false,
  signal: new AbortController().signal,
  tuning: { lockMs: 1_000, stalledMs: 500 },
}).then(() => process.stdout.write("working\n"));
