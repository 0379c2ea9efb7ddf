// Covers docs/reliability.md: wrong-redis-settings

import { outboxStore } from "@polls/db/outbox";
import { inTransaction } from "@polls/db/sql";
import { readQueueCounts, renderAttachment } from "@polls/jobs";
import { send, startRelay } from "@polls/jobs/outbox";
import { createLogger, createMetrics } from "@polls/telemetry";
import {
  atFileEnd,
  connectPatiently,
  createTestDatabase,
  describeWithRedis,
  startTestRedis,
  waitFor,
} from "@polls/testing";
import { Redis } from "ioredis";

describeWithRedis("a relay in production whose Redis loses jobs", () => {
  test("publishes nothing, logs the reason once, and resumes when Redis is corrected", async () => {
    const db = connectPatiently((await createTestDatabase()).url, { max: 4 });
    atFileEnd("connections", () => db.close());
    const { url } = await startTestRedis({
      args: ["--appendonly", "yes", "--maxmemory-policy", "allkeys-lru"],
    });
    const operator = new Redis(url);
    atFileEnd("the operator", async () => operator.disconnect());
    const lines: string[] = [];
    const backend = { kind: "redis", url } as const;
    const relay = startRelay({
      store: outboxStore(db),
      backend,
      log: createLogger("test", { destination: { write: (line) => void lines.push(line) } }),
      metrics: createMetrics("test"),
      strict: true,
      tuning: { settingsMs: 20 },
    });
    atFileEnd("the relay", () => relay.close());
    await inTransaction(db, (tx) => send(tx, renderAttachment, { attachmentId: "1" }));

    /** The relay checks the settings through a separate connection. */
    const connections = async () =>
      Number(/total_connections_received:(\d+)/.exec(await operator.info("stats"))?.[1]);
    const before = await connections();
    await waitFor(async () => (await connections()) > before + 3, { what: "some looks at Redis" });
    await expect(relay.check()).rejects.toThrow("maxmemory-policy is allkeys-lru");
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      "jobs wait in the outbox until Redis is corrected",
    ]);
    expect((await readQueueCounts(backend)).get("media")).toMatchObject({ waiting: 0 });

    await operator.config("SET", "maxmemory-policy", "noeviction");
    await waitFor(() => relay.check().then(() => true), { what: "the relay to go on" });
    await waitFor(async () => (await readQueueCounts(backend)).get("media")?.waiting === 1, {
      what: "the job to arrive",
    });
  });
});

describeWithRedis("a relay in production that runs", () => {
  async function startRunning() {
    const db = connectPatiently((await createTestDatabase()).url, { max: 4 });
    atFileEnd("connections", () => db.close());
    const redis = await startTestRedis({ args: ["--appendonly", "yes"] });
    const backend = { kind: "redis", url: redis.url } as const;
    const relay = startRelay({
      store: outboxStore(db),
      backend,
      log: createLogger("test", { level: "silent" }),
      metrics: createMetrics("test"),
      strict: true,
      tuning: { settingsMs: 20 },
    });
    atFileEnd("the relay", () => relay.close());
    await waitFor(() => relay.check().then(() => true), { what: "the relay to start" });
    return { db, redis, backend, relay };
  }
  const complaint = ({ check }: { check(): Promise<void> }) =>
    check().then(
      () => undefined,
      (error: Error) => error.message,
    );

  test("sees a policy that loses jobs, keeps them in the outbox, and resumes", async () => {
    const { db, redis, backend, relay } = await startRunning();
    const operator = new Redis(redis.url);
    atFileEnd("the operator", async () => operator.disconnect());
    await operator.config("SET", "maxmemory-policy", "allkeys-lru");
    await waitFor(async () => (await complaint(relay))?.includes("allkeys-lru"), {
      what: "the relay sees the policy",
    });
    expect(relay.wrongSetting()?.message).toContain("allkeys-lru");
    await inTransaction(db, (tx) => send(tx, renderAttachment, { attachmentId: "1" }));
    relay.wake();
    expect((await readQueueCounts(backend)).get("media")).toMatchObject({ waiting: 0 });
    await operator.config("SET", "maxmemory-policy", "noeviction");
    await waitFor(async () => (await readQueueCounts(backend)).get("media")?.waiting === 1, {
      what: "the job to arrive",
    });
    expect(relay.wrongSetting()).toBeUndefined();
  });

  test("sees that Redis is away, without a job to send, and that it is back", async () => {
    const { redis, relay } = await startRunning();
    await redis.stop({ signal: "SIGKILL" });
    await waitFor(async () => (await complaint(relay)) !== undefined, {
      what: "the relay sees that Redis is away",
    });
    await startTestRedis({ args: ["--appendonly", "yes"], port: redis.port });
    await waitFor(async () => (await complaint(relay)) === undefined, {
      what: "the relay sees that Redis is back",
    });
  });
});
