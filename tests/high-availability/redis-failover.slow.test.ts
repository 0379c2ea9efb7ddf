// Covers docs/reliability.md: redis-outages

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
  type RedisGroup,
  startCluster,
  startSentinels,
  waitFor,
} from "@polls/testing";
import { openRedisCounters, type RedisCounters } from "../../services/gateway/testing";

const groups: readonly (readonly [string, () => Promise<RedisGroup>])[] = [
  ["a primary that sentinels watch", startSentinels],
  ["a cluster of three primaries", startCluster],
];

const DEADLINE_MS = 60_000;
jest.setTimeout(3 * DEADLINE_MS);

function whenThePrimaryDies(_name: string, start: () => Promise<RedisGroup>): void {
  const log = createLogger("test", { level: "silent" });
  const metrics = createMetrics("test");
  const ending = new AbortController();
  const ran = new Set<string>();
  const handlers: Handlers<"media", object> = {
    "media.render-attachment": async ({ attachmentId }) => void ran.add(attachmentId),
    "media.delete-attachment": async () => undefined,
    "media.draw-link-picture": async () => undefined,
  };
  let group: RedisGroup;
  let db: Db;
  let relay: Relay;
  let worker: RunningWorker;
  let counters: RedisCounters;
  let next = 1;

  async function sendSome(count: number): Promise<void> {
    const jobs = Array.from({ length: count }, () => ({ attachmentId: String(next++) }));
    await inTransaction(db, (tx) => sendAll(tx, renderAttachment, jobs));
    relay.wake();
  }
  const allDone = () =>
    waitFor(async () => (await outboxStore(db).figures()).pending === 0, {
      deadlineMs: DEADLINE_MS,
      what: "every job to be done",
    });
  async function countOne(): Promise<number | undefined> {
    const increment = { key: "client", window: 7, windowMs: 600_000, count: 1 };
    const [counts] = await counters.add([increment]).catch(() => []);
    return counts?.current;
  }

  beforeAll(async () => {
    group = await start();
    const { url } = await createTestDatabase();
    db = connectPatiently(url, { max: 8 });
    const backend = { kind: "redis", url: group.url } as const;
    const shared = { store: outboxStore(db), backend, log, metrics, strict: true };
    counters = openRedisCounters(
      { url: group.url, prefix: "polls" },
      "a secret of this test",
      () => undefined,
    );
    relay = startRelay(shared);
    worker = await startWorker("media", handlers, () => ({}), {
      ...shared,
      concurrency: 2,
      signal: ending.signal,
    });
  });
  afterAll(async () => {
    await relay?.close();
    await worker?.close();
    await counters?.close();
    await db?.close();
  });

  test("jobs and counters continue on the new primary, and no job is lost", async () => {
    await sendSome(20);
    await allDone();
    await waitFor(async () => (await countOne()) !== undefined, { what: "a count" });

    await sendSome(20);
    await group.killPrimary();
    await sendSome(20);
    await waitFor(
      async () => {
        // Jobs that only the lost primary had are checked again, as they would be some time later.
        await db.pool.query("UPDATE outbox SET next_look_at = now() - interval '1 s'");
        relay.wake();
        return (await outboxStore(db).figures()).pending === 0;
      },
      { deadlineMs: DEADLINE_MS, everyMs: 500, what: "every job to be done" },
    );
    expect(ran.size).toBe(60);
    await waitFor(async () => (await countOne()) !== undefined, {
      deadlineMs: DEADLINE_MS,
      what: "a count",
    });
    // A check may be the first use of a connection that must still find the new primary.
    for (const { check } of [worker, relay]) {
      const answers = () =>
        check().then(
          () => true,
          () => false,
        );
      await waitFor(answers, { deadlineMs: DEADLINE_MS, what: "the queue answers" });
    }
  });
}

describeWithRedis("a failover of Redis", () => {
  describe.each(groups)("when %s dies", whenThePrimaryDies);
});
