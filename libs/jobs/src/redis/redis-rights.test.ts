import { createLogger, createMetrics } from "@polls/telemetry";
import { describeWithRedis, startLimitedRedis, waitFor } from "@polls/testing";
import { Redis } from "ioredis";
import { connectQueue } from "../backend";
import { openPublisher } from "../outbox/publisher";
import { prepareBackend } from "../prepare-backend";
import { startWorker } from "../worker/start-worker";

describeWithRedis("a user of Redis with the rights of the documents", () => {
  test("publishes, runs and counts jobs, without a refusal", async () => {
    const { url, refusals } = await startLimitedRedis();
    const backend = { kind: "redis", url } as const;
    const log = createLogger("test", { level: "silent" });
    const signal = new AbortController().signal;
    await prepareBackend(backend, { strict: false, log, signal });
    const none = () => Promise.resolve(undefined);
    const noRow = () => Promise.reject(new Error("a canary has no row"));
    const worker = await startWorker(
      "media",
      {
        "media.render-attachment": none,
        "media.delete-attachment": none,
        "media.draw-link-picture": none,
      },
      () => ({}),
      {
        ...{ backend, log, signal, concurrency: 2, strict: false },
        store: {
          isOpen: noRow,
          isOld: noRow,
          finish: noRow,
          finishIn: noRow,
          fail: noRow,
          noteFailure: noRow,
        },
        metrics: createMetrics("test"),
        tuning: { watchMs: 50, stuckMs: 1_500 },
      },
    );
    const publisher = openPublisher(backend, () => {});
    const queue = connectQueue("media", backend);
    try {
      await queue.waitUntilReady();
      // Canaries pass through the queue as jobs do.
      const ids = new Redis(url);
      await waitFor(async () => Number(await ids.get("{polls}:media:id")) > 0, {
        what: "a canary",
      });
      ids.disconnect();
      await waitFor(async () => (await queue.getJobCountByTypes("waiting", "active")) === 0, {
        what: "the canary to pass",
      });
      expect(await publisher.figures("media")).toBeDefined();
      expect(await publisher.isAlive("media", "1-1")).toBe(false);
      await worker.check();
      expect(await refusals()).toEqual([]);
    } finally {
      await Promise.all([worker.close(), queue.close(), publisher.close()]);
    }
  });

  test("reaches no keys of others, and no settings", async () => {
    const { url } = await startLimitedRedis();
    const redis = new Redis(url);
    for (const refused of [
      ["SET", "other", "1"],
      ["GET", "{polls2}:mail:meta"],
      ["CONFIG", "GET", "*"],
      ["FLUSHALL"],
      ["KEYS", "*"],
      ["ACL", "LIST"],
    ] as const)
      await expect(redis.call(refused[0], ...refused.slice(1))).rejects.toThrow("NOPERM");
    redis.disconnect();
  });
});
