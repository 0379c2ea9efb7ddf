// Covers docs/reliability.md: stuck-consumers

import { setTimeout as pause } from "node:timers/promises";
import { createLogger, createMetrics } from "@polls/telemetry";
import { describeWithRedis, startTestRedis, waitFor } from "@polls/testing";
import { Queue } from "bullmq";
import type { Handlers } from "../handlers";
import { type RunningWorker, startWorker } from "./start-worker";

describeWithRedis("a consumer on an idle queue", () => {
  const handlers: Handlers<"media", object> = {
    "media.render-attachment": async () => undefined,
    "media.delete-attachment": async () => undefined,
    "media.draw-link-picture": async () => undefined,
  };
  /** Canaries have no row in the outbox. */
  const unasked = () => Promise.reject(new Error("a canary has no row"));
  const noRows = {
    isOpen: unasked,
    isOld: unasked,
    finish: unasked,
    finishIn: unasked,
    fail: unasked,
    noteFailure: unasked,
  };
  const stuckMs = 1_500;
  let worker: RunningWorker;
  let queue: Queue;

  beforeAll(async () => {
    const { url } = await startTestRedis();
    queue = new Queue("media", { prefix: "{polls}", connection: { url } });
    worker = await startWorker("media", handlers, () => ({}), {
      backend: { kind: "redis", url },
      store: noRows,
      log: createLogger("test", { level: "silent" }),
      metrics: createMetrics("test"),
      concurrency: 2,
      strict: false,
      signal: new AbortController().signal,
      tuning: { watchMs: 50, stuckMs },
    });
  });
  afterAll(async () => {
    await worker.close();
    await queue.close();
  });

  const canaries = async () => (await queue.getJobs(["waiting"])).map(({ name }) => name);

  test("a worker stays healthy for much longer than the limit, because canaries pass", async () => {
    const until = performance.now() + 3 * stuckMs;
    while (performance.now() < until) {
      await expect(worker.check()).resolves.toBeUndefined();
      await pause(20);
    }
    // A canary may just have been added.
    await waitFor(async () => (await canaries()).length === 0, {
      what: "the last canary to pass",
    });
  });

  test("a worker is stuck while it takes no waiting job, and healthy again afterwards", async () => {
    await queue.pause();
    await waitFor(
      () =>
        worker.check().then(
          () => false,
          (error: Error) => error.message === "stuck: media",
        ),
      {
        what: "readiness to turn red",
      },
    );
    expect(await canaries()).toEqual(["canary"]);
    await queue.resume();
    await waitFor(() => worker.check().then(() => true), { what: "readiness" });
  });
});
