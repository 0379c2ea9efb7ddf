// Covers docs/reliability.md: redis-outages

import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "@polls/db/connection";
import { outboxStore } from "@polls/db/outbox";
import { inTransaction } from "@polls/db/sql";
import { type Handlers, renderAttachment } from "@polls/jobs";
import { type Relay, send, startRelay } from "@polls/jobs/outbox";
import { type RunningWorker, startWorker } from "@polls/jobs/worker";
import { createLogger, createMetrics } from "@polls/telemetry";
import {
  connectPatiently,
  createTestDatabase,
  describeWithRedis,
  type FaultProxy,
  startFaultProxy,
  startTestRedis,
  waitFor,
} from "@polls/testing";

/** Longer than the time after which a worker replaces a silent connection. */
const givenUpMs = 21_000;

describeWithRedis("a connection to Redis that is open and dead", () => {
  const log = createLogger("test", { level: "silent" });
  const metrics = createMetrics("test");
  let ran: string[];
  const handlers: Handlers<"media", object> = {
    "media.render-attachment": async ({ attachmentId }) => void ran.push(attachmentId),
    "media.delete-attachment": async () => undefined,
    "media.draw-link-picture": async () => undefined,
  };
  let proxy: FaultProxy;
  let db: Db;
  let relay: Relay;
  let worker: RunningWorker;

  const sendOne = async (attachmentId: string) => {
    await inTransaction(db, (tx) => send(tx, renderAttachment, { attachmentId }));
    relay.wake();
  };

  beforeEach(async () => {
    ran = [];
    db = connectPatiently((await createTestDatabase()).url, { max: 6 });
    const redis = await startTestRedis();
    proxy = await startFaultProxy(redis.url);
    const shared = {
      backend: { kind: "redis", url: proxy.url },
      store: outboxStore(db),
      log,
      metrics,
      strict: false,
    } as const;
    relay = startRelay(shared);
    worker = await startWorker("media", handlers, () => ({}), {
      ...shared,
      concurrency: 2,
      signal: new AbortController().signal,
    });
    await sendOne("1");
    await waitFor(() => ran.includes("1"), { what: "the first job" });
  });
  const closeBoth = () => Promise.all([relay.close(), worker.close()]);
  afterEach(async () => {
    await closeBoth();
    await db.close();
  });

  test("makes both sides unready while it lasts, and both recover", async () => {
    await proxy.set({ mode: "blackhole" });
    await sendOne("2");
    await expect(worker.check()).rejects.toThrow();
    await waitFor(
      () =>
        relay.check().then(
          () => false,
          () => true,
        ),
      {
        what: "the relay notices",
      },
    );
    // A connection that has lost bytes never recovers, because TCP loses nothing in between: both sides
    // must have closed theirs before new connections are let through.
    await pause(givenUpMs);
    await proxy.set({ mode: "pass" });
    await waitFor(() => ran.includes("2"), { what: "the second job" });
    await waitFor(() => worker.check().then(() => true), { what: "readiness" });
    expect(ran).toEqual(["1", "2"]);
  });

  test("recovers from repeated resets", async () => {
    for (let i = 0; i < 10; i += 1) {
      await proxy.set({ mode: "reset" });
      await sendOne(String(10 + i));
      await proxy.set({ mode: "pass" });
      await waitFor(() => proxy.connections() > 0, { what: "a connection" });
    }
    await waitFor(async () => (await outboxStore(db).figures()).pending === 0, {
      what: "every row to be done",
    });
    expect(ran.slice(1).sort()).toEqual(Array.from({ length: 10 }, (_, i) => String(10 + i)));
    expect(proxy.connections()).toBeLessThan(12);
    await closeBoth();
    await waitFor(() => proxy.connections() === 0, { what: "no connection is left behind" });
  });
});
