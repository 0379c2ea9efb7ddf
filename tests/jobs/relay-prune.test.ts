import type { Db } from "@polls/db/connection";
import { outboxStore, type RelayStore } from "@polls/db/outbox";
import { inTransaction } from "@polls/db/sql";
import { renderAttachment } from "@polls/jobs";
import { send, sendAll, startRelay } from "@polls/jobs/outbox";
import { createLogger, createMetrics } from "@polls/telemetry";
import { atFileEnd, connectPatiently, createTestDatabase, waitFor } from "@polls/testing";

describe("a relay deletes old finished rows", () => {
  let db: Db;
  let lines: string[];

  const start = async (store: Partial<RelayStore> = {}) => {
    const { url } = await createTestDatabase();
    db = connectPatiently(url, { max: 4 });
    const own = db;
    atFileEnd("connections", () => own.close());
    lines = [];
    const payloads = Array.from({ length: 25 }, (_, at) => ({ attachmentId: String(at + 1) }));
    await inTransaction(db, (tx) => sendAll(tx, renderAttachment, payloads));
    await db.pool.query("UPDATE outbox SET done_at = now() - interval '2 days' WHERE id % 2 = 0");
    await db.pool.query(
      `WITH done AS (DELETE FROM outbox WHERE done_at IS NULL RETURNING *)
       INSERT INTO finished_jobs (id, job, payload, tries, sent_at, done_at, created_at)
       SELECT id, job, payload, 1, now(), now() - interval '2 days', created_at FROM done`,
    );
    const relay = startRelay({
      store: { ...outboxStore(db), ...store },
      backend: { kind: "postgres", url },
      log: createLogger("test", { destination: { write: (line) => void lines.push(line) } }),
      metrics: createMetrics("test"),
      strict: false,
      tuning: { pruneLimit: 10 },
    });
    atFileEnd("the relay", () => relay.close());
    return relay;
  };

  test("all of them at once, also if they are more than the limit of one statement", async () => {
    await start();
    const left = async () =>
      (await db.prisma.outbox.count()) + (await db.prisma.finishedJob.count());
    await waitFor(async () => (await left()) === 0, { what: "no row" });
  });

  test("an error there does not stop jobs, and is logged as what it is", async () => {
    const relay = await start({ prune: () => Promise.reject(new Error("no right to delete")) });
    await inTransaction(db, (tx) => send(tx, renderAttachment, { attachmentId: "99" }));
    const sent = () => db.prisma.outbox.count({ where: { doneAt: null, sentAt: { not: null } } });
    await waitFor(async () => (await sent()) === 1, { what: "the job to be sent" });
    // A row is marked before it is published.
    await waitFor(
      () =>
        relay.check().then(
          () => true,
          () => false,
        ),
      { what: "a relay that works" },
    );
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      "finished rows of the outbox not deleted",
    ]);
  });
});
