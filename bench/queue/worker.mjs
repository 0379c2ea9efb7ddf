// A consumer in a process of its own, ours or a bare one (KIND). It notes the start of each job.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { KIND, DATABASE_URL, REDIS_URL, CONCURRENCY } = process.env;
const concurrency = Number(CONCURRENCY);

/** By number of the job, in milliseconds since 1970 with fractions. */
let began = new Map();
let wanted = Number.POSITIVE_INFINITY;
const note = (number) => {
  began.set(number, performance.timeOrigin + performance.now());
  if (began.size === wanted) process.send({ ran: wanted });
};

async function startOurs() {
  const { connectDatabase } = require("@polls/db/connection");
  const { outboxStore } = require("@polls/db/outbox");
  const { startWorker } = require("@polls/jobs/worker");
  const { createLogger, createMetrics } = require("@polls/telemetry");
  const db = connectDatabase(DATABASE_URL, { max: Math.min(concurrency, 10) + 2 });
  const options = {
    backend: { kind: "redis", url: REDIS_URL },
    store: outboxStore(db),
    log: createLogger("bench", { level: "warn" }),
    metrics: createMetrics("bench"),
    concurrency,
    strict: true,
    signal: new AbortController().signal,
  };
  const handlers = { "mail.send-mail": async ({ mailId }) => note(Number(mailId)) };
  await startWorker("mail", handlers, () => ({}), options);
}

async function startBare() {
  const { Worker } = require("bullmq");
  const worker = new Worker("bare", async ({ data }) => note(data.number), {
    prefix: "{bench}",
    connection: { url: REDIS_URL, maxRetriesPerRequest: null },
    concurrency,
    removeOnComplete: { age: 3_600, count: 1_000 },
  });
  await worker.waitUntilReady();
}

process.on("message", ({ expect }) => {
  if (expect === undefined) return process.send({ began: [...began] });
  began = new Map();
  wanted = expect;
  process.send({ expecting: expect });
});
process.on("disconnect", () => process.exit(0));
await (KIND === "bare" ? startBare() : startOurs());
process.send({ ready: true });
