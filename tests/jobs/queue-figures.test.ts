import { outboxStore } from "@polls/db/outbox";
import { inTransaction } from "@polls/db/sql";
import {
  prepareBackend,
  type QueueBackend,
  type QueueFigures,
  renderAttachment,
} from "@polls/jobs";
import { type Relay, send, startRelay } from "@polls/jobs/outbox";
import { startWorker } from "@polls/jobs/worker";
import { createLogger, createMetrics } from "@polls/telemetry";
import {
  atFileEnd,
  connectPatiently,
  createTestDatabase,
  describeWithRedis,
  startFaultProxy,
  startTestRedis,
  waitFor,
} from "@polls/testing";

const log = createLogger("test", { level: "silent" });
const signal = new AbortController().signal;

const mediaOf = async (relay: Relay): Promise<QueueFigures | undefined> =>
  (await relay.figures()).find(([queue]) => queue === "media")?.[1];

async function startFor(backend: QueueBackend, databaseUrl: string) {
  const db = connectPatiently(databaseUrl, { max: 4 });
  atFileEnd("connections", () => db.close());
  await prepareBackend(backend, { strict: false, log, signal });
  const store = outboxStore(db);
  const metrics = createMetrics("test");
  const relay = startRelay({ store, backend, log, metrics, strict: false });
  atFileEnd("the relay", () => relay.close());
  const sendOne = async (attachmentId: string, rank: number) => {
    await inTransaction(db, (tx) => send(tx, renderAttachment, { attachmentId }, { rank }));
    relay.wake();
  };
  return { db, store, metrics, relay, sendOne };
}

const backends: readonly [string, typeof describe, (url: string) => Promise<QueueBackend>][] = [
  [
    "Redis",
    describeWithRedis as typeof describe,
    async () => ({ kind: "redis", url: (await startTestRedis()).url }),
  ],
  ["PostgreSQL", describe, async (url) => ({ kind: "postgres", url })],
];

for (const [name, describeIt, open] of backends) {
  describeIt(`the figures of queues in ${name}`, () => {
    test("count each job by its state, and have the age of the oldest job", async () => {
      const { url } = await createTestDatabase();
      const backend = await open(url);
      const { store, metrics, relay, sendOne } = await startFor(backend, url);
      const arrive = (state: keyof QueueFigures["jobs"], count: number) =>
        waitFor(async () => (await mediaOf(relay))?.jobs[state] === count, {
          what: `${count} ${state}`,
        });
      await waitFor(async () => (await relay.figures()).length === 5, { what: "all queues" });
      expect(await mediaOf(relay)).toMatchObject({ oldestAgeSeconds: 0 });

      // The oldest job has the lowest priority, so that it is at the end of its set.
      const sent = performance.now();
      await sendOne("1", 9);
      await arrive("prioritized", 1);
      await waitFor(async () => ((await mediaOf(relay))?.oldestAgeSeconds ?? 0) > 0.5, {
        what: "the job to grow old",
      });
      await sendOne("2", 3);
      await sendOne("3", 0);
      await arrive("prioritized", 2);
      await arrive("waiting", 1);
      const { oldestAgeSeconds = 0, jobs } = (await mediaOf(relay)) ?? {};
      expect(oldestAgeSeconds).toBeGreaterThan(0.5);
      expect(oldestAgeSeconds).toBeLessThanOrEqual((performance.now() - sent) / 1_000 + 1);
      expect(jobs).toMatchObject({ waiting: 1, prioritized: 2, active: 0, failed: 0 });

      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const worker = await startWorker(
        "media",
        {
          "media.render-attachment": async ({ attachmentId }: { attachmentId: string }) => {
            if (attachmentId === "2") throw new Error("again later");
            await released;
          },
          "media.delete-attachment": async () => undefined,
          "media.draw-link-picture": async () => undefined,
        },
        () => ({}),
        { backend, store, log, metrics, concurrency: 3, strict: false, signal },
      );
      try {
        await arrive("active", 2);
        await arrive("failed", 1);
        const figures = await worker.figures();
        expect(figures.jobs).toMatchObject({ waiting: 0, prioritized: 0 });
        expect(figures.oldestAgeSeconds).toBeGreaterThan(0.5);
        release();
        await arrive("active", 0);
        await arrive("completed", 2);
      } finally {
        await worker.close();
      }
    });
  });
}

describeWithRedis("the figures of a queue that does not answer", () => {
  test("are absent while the queue is down, and return with it", async () => {
    const { url } = await createTestDatabase();
    const proxy = await startFaultProxy((await startTestRedis()).url);
    const { relay } = await startFor({ kind: "redis", url: proxy.url }, url);
    await waitFor(async () => (await relay.figures()).length === 5, { what: "all queues" });
    await proxy.set({ mode: "reset" });
    await waitFor(async () => (await relay.figures()).length === 0, { what: "no queue" });
    await proxy.set({ mode: "pass" });
    await waitFor(async () => (await relay.figures()).length === 5, { what: "all queues" });
  });
});
