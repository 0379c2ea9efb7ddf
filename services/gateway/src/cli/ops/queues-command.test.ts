import { outboxStore } from "@polls/db/outbox";
import { inTransaction } from "@polls/db/sql";
import { prepareBackend, type QueueBackend, renderAttachment, transcodeVideo } from "@polls/jobs";
import { openPublisher, relayOnce, sendAll } from "@polls/jobs/outbox";
import { createLogger, createMetrics } from "@polls/telemetry";
import { connectPatiently, shareDatabase } from "@polls/testing";
import { runCommand } from "../command/run-command";
import { queuesCommand } from "./queues-command";

const db = shareDatabase({ max: 2 });
let backend: QueueBackend;
beforeAll(async () => {
  backend = { kind: "postgres", url: db.url };
});

async function queues(of: QueueBackend, ...words: readonly string[]) {
  const lines: string[] = [];
  const keep = (line: string) => void lines.push(line);
  const code = await runCommand(
    ["ops", "queues", ...words],
    [queuesCommand(() => ({ backend: of, services: [], unknownVariables: [] }))],
    () => connectPatiently(db.url, { max: 2 }),
    { print: keep, printError: keep },
  );
  return { code, text: lines.join("\n") };
}

test("jobs are counted by queue, and those of the outbox are counted too", async () => {
  const log = createLogger("queues", { level: "silent" });
  const metrics = createMetrics("queues");
  await prepareBackend(backend, { strict: false, log, signal: new AbortController().signal });
  const ids = ["1", "2", "3"].map((attachmentId) => ({ attachmentId }));
  await inTransaction(db, async (tx) => {
    await sendAll(tx, renderAttachment, ids);
    await sendAll(tx, transcodeVideo, [{ attachmentId: "4" }]);
  });
  const publisher = openPublisher(backend, () => undefined);
  await relayOnce({ store: outboxStore(db), publisher, log, metrics });
  await publisher.close();
  const { rows } = await db.pool.query<{ id: string }>("SELECT min(id)::text AS id FROM outbox");
  await outboxStore(db).fail(rows[0]?.id ?? "", 1, "broken");

  const { code, text } = await queues(backend, "--json");
  expect(code).toBe(0);
  const { queues: counts, outbox } = JSON.parse(text);
  expect(counts.media).toEqual({ waiting: 3, running: 0, failed: 0 });
  expect(counts["media-slow"].waiting).toBe(1);
  expect(outbox).toEqual({ pending: 3, dead: 1, oldest_age_seconds: expect.any(Number) });

  const table = await queues(backend);
  expect(table.text).toMatch(/^queue +waiting +running +failed$/m);
  expect(table.text).toMatch(/^media +3 +0 +0$/m);
  expect(table.text).toMatch(
    /^outbox: 3 not done, with those in queues, the oldest for \d+ s; 1 were given up$/m,
  );
});

test("a large number of jobs in the outbox is an estimate, and is marked as one", async () => {
  await db.pool.query(
    "INSERT INTO outbox (job, payload) SELECT 'media.x', '{}' FROM generate_series(1, 1000)",
  );
  expect((await queues(backend)).text).toMatch(/^outbox: about \d+ not done/m);
  await db.pool.query("DELETE FROM outbox WHERE job = 'media.x'");
});

test("an outage of Redis is reported, and the outbox is still counted", async () => {
  const { code, text } = await queues({ kind: "redis", url: "redis://127.0.0.1:1" });
  expect(code).toBe(1);
  expect(text).toMatch(/^mail +does not answer$/m);
  expect(text).toMatch(/^outbox: /m);
});
