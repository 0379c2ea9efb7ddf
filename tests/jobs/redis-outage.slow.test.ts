// Covers docs/reliability.md: queue-settings, redis-outages

import { randomUUID } from "node:crypto";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "@polls/db/connection";
import { outboxStore } from "@polls/db/outbox";
import { inTransaction } from "@polls/db/sql";
import { type Handlers, renderAttachment } from "@polls/jobs";
import { type Relay, sendAll, startRelay } from "@polls/jobs/outbox";
import { type RunningWorker, startWorker } from "@polls/jobs/worker";
import { createLogger, createMetrics } from "@polls/telemetry";
import {
  connectPatiently,
  createTestDatabase,
  describeWithRedis,
  startTestRedis,
  waitFor,
} from "@polls/testing";

const setMaxMemory = (port: number, bytes: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = net.connect(port, "127.0.0.1", () =>
      socket.write(`CONFIG SET maxmemory ${bytes}\r\n`),
    );
    socket.once("error", reject);
    socket.once("data", (reply) => {
      socket.destroy();
      if (reply.toString().startsWith("+OK")) resolve();
      else reject(new Error(reply.toString()));
    });
  });

describeWithRedis("when Redis fails", () => {
  const log = createLogger("test", { level: "silent" });
  const metrics = createMetrics("test");
  const ending = new AbortController();
  const ran: string[] = [];
  const handlers: Handlers<"media", object> = {
    "media.render-attachment": async ({ attachmentId }) => void ran.push(attachmentId),
    "media.delete-attachment": async () => undefined,
    "media.draw-link-picture": async () => undefined,
  };
  const dir = path.join(os.tmpdir(), `polls-outage-${randomUUID()}`);
  let redis: Awaited<ReturnType<typeof startTestRedis>>;
  let db: Db;
  let relay: Relay;
  let worker: RunningWorker;
  let next = 1;

  /** Sends `count` jobs and returns their attachments. */
  const sendSome = async (count: number): Promise<readonly string[]> => {
    const ids = Array.from({ length: count }, () => String(next++));
    await inTransaction(db, (tx) =>
      sendAll(
        tx,
        renderAttachment,
        ids.map((attachmentId) => ({ attachmentId })),
      ),
    );
    relay.wake();
    return ids;
  };
  const allDone = (deadlineMs: number) =>
    waitFor(async () => (await outboxStore(db).figures()).pending === 0, {
      deadlineMs,
      what: "every row to be done",
      everyMs: 10,
    });
  const makeDue = async () => {
    await db.pool.query("UPDATE outbox SET next_look_at = now() - interval '1 s'");
    relay.wake();
  };
  const restart = async () => {
    redis = await startTestRedis({ dir, port: redis.port });
  };

  beforeAll(async () => {
    const { url } = await createTestDatabase();
    db = connectPatiently(url, { max: 8 });
    redis = await startTestRedis({ dir });
    const backend = { kind: "redis", url: redis.url } as const;
    const store = outboxStore(db);
    const shared = { store, backend, log, metrics, strict: true };
    relay = startRelay(shared);
    worker = await startWorker("media", handlers, () => ({}), {
      ...shared,
      concurrency: 2,
      signal: ending.signal,
    });
    await sendSome(1);
    await allDone(10_000);
  });
  beforeEach(() => {
    ran.length = 0;
  });
  afterAll(async () => {
    await relay.close();
    await worker.close();
    await db.close();
  });

  test("down for 20 s: nothing is lost, and the worker soon consumes again", async () => {
    await redis.stop({ signal: "SIGKILL" });
    const before = await sendSome(20);
    await expect(worker.check()).rejects.toThrow();
    await pause(20_000);
    const during = await sendSome(20);
    expect(ran).toEqual([]);
    await restart();
    const backAt = performance.now();
    await waitFor(() => ran.length > 0, { what: "a job", everyMs: 5 });
    const consumedMs = performance.now() - backAt;
    await allDone(5_000);
    expect([...ran].sort()).toEqual([...before, ...during].sort());
    // Half the time of the outage: the pauses between connections do not grow with it.
    expect(consumedMs).toBeLessThan(10_000);
    await expect(worker.check()).resolves.toBeUndefined();
    await waitFor(() => relay.check().then(() => true), { what: "the relay sees Redis again" });
  });

  test("wiped while jobs wait: they are sent again", async () => {
    await worker.close();
    const ids = await sendSome(50);
    await waitFor(
      async () => (await db.prisma.outbox.count({ where: { tries: 1, doneAt: null } })) === 50,
      {
        what: "all jobs to be sent",
      },
    );
    await redis.stop({ signal: "SIGKILL" });
    redis = await startTestRedis({ dir: `${dir}-empty`, port: redis.port });
    worker = await startWorker("media", handlers, () => ({}), {
      store: outboxStore(db),
      backend: { kind: "redis", url: redis.url },
      log,
      metrics,
      strict: true,
      concurrency: 2,
      signal: ending.signal,
    });
    await waitFor(() => worker.check().then(() => true), { what: "the queue" });
    expect(ran).toEqual([]);
    await makeDue();
    await allDone(10_000);
    expect([...ran].sort()).toEqual([...ids].sort());
  });

  test("frozen for 6 s: a job that was possibly added runs once", async () => {
    redis.signal("SIGSTOP");
    const ids = await sendSome(10);
    await pause(6_000);
    redis.signal("SIGCONT");
    await allDone(15_000);
    expect([...ran].sort()).toEqual([...ids].sort());
  });

  test("out of memory: rows wait without using up a try, and are sent later", async () => {
    await setMaxMemory(redis.port, 1);
    const ids = await sendSome(5);
    await waitFor(
      () =>
        relay.check().then(
          () => false,
          () => true,
        ),
      {
        what: "the relay to notice",
      },
    );
    expect(await db.prisma.outbox.count({ where: { doneAt: null, tries: 0, deadAt: null } })).toBe(
      5,
    );
    await setMaxMemory(redis.port, 0);
    await makeDue();
    await allDone(15_000);
    expect([...ran].sort()).toEqual([...ids].sort());
  });
});
