import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { connectDatabase } = require("@polls/db/connection");
const { outboxStore } = require("@polls/db/outbox");
const { inTransaction } = require("@polls/db/sql");
const { sendMail } = require("@polls/jobs");
const { send, sendAll, startRelay } = require("@polls/jobs/outbox");
const { createLogger, createMetrics, withContext } = require("@polls/telemetry");

/** The sending side of a gateway: transactions that send jobs, and a relay that is woken after them. */
export function openOurs({ databaseUrl, redisUrl }) {
  const db = connectDatabase(databaseUrl, { max: 20 });
  const store = outboxStore(db);
  let relay;
  const startRelaying = () => {
    relay = startRelay({
      store,
      backend: { kind: "redis", url: redisUrl },
      log: createLogger("bench", { level: "warn" }),
      metrics: createMetrics("bench"),
      strict: true,
    });
  };
  const stopRelaying = async () => {
    await relay?.close();
    relay = undefined;
  };
  return {
    startRelaying,
    stopRelaying,
    ready: () => relay.check(),
    /** Sends one job in a transaction of its own; gives the time of its commit. */
    async sendOne(number, { wake }) {
      await inTransaction(db.statements, (tx) => send(tx, sendMail, { mailId: String(number) }));
      const at = performance.timeOrigin + performance.now();
      if (wake) relay.wake();
      return at;
    },
    /** Commits a backlog while no relay runs. */
    sendMany: (jobs) =>
      withContext({ requestId: randomUUID() }, () =>
        inTransaction(db.statements, async (tx) => {
          const payloads = Array.from({ length: jobs }, (_, at) => ({ mailId: String(at + 1) }));
          await sendAll(tx, sendMail, payloads);
        }),
      ),
    pending: async () => (await store.figures()).pending,
    clear: () => db.pool.query("TRUNCATE outbox"),
    async close() {
      await stopRelaying();
      await db.close();
    },
  };
}
