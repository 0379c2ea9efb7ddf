import type { Db } from "@polls/db/connection";
import { readServiceFigures } from "@polls/db/counts";
import type { QueueFigures } from "@polls/jobs";
import { createMetrics, type Metrics } from "@polls/telemetry";
import { shareDatabase, waitFor } from "@polls/testing";
import { reportProcess } from "./report-process";

const db = shareDatabase({ max: 2 });
beforeAll(async () => {
  // The first read opens a connection and may be slow.
  await waitFor(() => readServiceFigures(db).then(() => true), { what: "figures" });
});

const media: QueueFigures = {
  jobs: {
    waiting: 3,
    prioritized: 2,
    active: 1,
    "waiting-children": 0,
    failed: 4,
    completed: 5,
  },
  oldestAgeSeconds: 7,
};

const on = (one: Db) => ({ all: () => [one] });

function report(parts: Partial<Parameters<typeof reportProcess>[1]> = {}): Metrics {
  const metrics = createMetrics("test");
  reportProcess(metrics, {
    shards: on(db),
    checks: [],
    queues: async () => [["media", media]],
    ...parts,
  });
  return metrics;
}

const readValue = async (metrics: Metrics, series: string): Promise<number | undefined> => {
  const line = (await metrics.text()).body.split("\n").find((one) => one.startsWith(series));
  return line === undefined ? undefined : Number(line.split(" ").at(-1));
};

test("the text has figures of queues, database and pools", async () => {
  const metrics = report();
  expect(await readValue(metrics, 'queue_jobs{queue="media",state="prioritized"')).toBe(2);
  expect(await readValue(metrics, 'queue_oldest_age_seconds{queue="media"')).toBe(7);
  expect(await readValue(metrics, "outbox_pending")).toBe(0);
  expect(await readValue(metrics, 'mails_waiting{kind="invitation"')).toBe(0);
  expect(await readValue(metrics, "database_up")).toBe(1);
  expect(await readValue(metrics, 'database_pool_size{pool="main"')).toBe(2);
});

test("parts that do not respond are reported as 0", async () => {
  const metrics = report({
    checks: [
      { part: "database", needed: true, check: async () => undefined },
      { part: "storage", needed: false, check: () => Promise.reject(new Error("full")) },
    ],
  });
  expect(await readValue(metrics, 'part_ready{part="database"')).toBe(1);
  expect(await readValue(metrics, 'part_ready{part="storage"')).toBe(0);
});

test("figures of an unavailable database are absent, and the others are present", async () => {
  const metrics = report({
    shards: on({ ...db, snapshot: () => Promise.reject(new Error("away")) }),
  });
  expect(await readValue(metrics, "database_up")).toBe(0);
  expect((await metrics.text()).body).not.toMatch(/^(outbox|mails|payments|votes)_/m);
  expect(await readValue(metrics, 'queue_jobs{queue="media",state="active"')).toBe(1);
});

test("a server that does not respond delays a scrape only briefly", async () => {
  const silent = () => new Promise<never>(() => undefined);
  const metrics = report({ shards: on({ ...db, snapshot: silent }), queues: silent });
  const began = performance.now();
  expect(await readValue(metrics, "database_up")).toBe(0);
  expect(performance.now() - began).toBeLessThan(4_000);
  expect((await metrics.text()).body).not.toContain("queue_jobs");
});

test("several scrapes in a row query the servers once", async () => {
  let asked = 0;
  const metrics = report({
    queues: async () => {
      asked++;
      return [];
    },
  });
  await Promise.all([metrics.text(), metrics.text()]);
  await metrics.text();
  expect(asked).toBe(1);
});

test("requests that wait for a connection are counted, with their waiting time", async () => {
  const metrics = report();
  const before = (await readValue(metrics, 'database_pool_waits_total{pool="main"')) ?? 0;
  const held = await Promise.all([db.pool.connect(), db.pool.connect()]);
  const late = db.pool.connect();
  expect(await readValue(metrics, 'database_pool_waiting{pool="main"')).toBe(1);
  expect(await readValue(metrics, 'database_pool_connections{pool="main",state="used"')).toBe(2);
  await held[0]?.query("SELECT pg_sleep(0.2)");
  for (const client of held) client.release();
  (await late).release();
  const idle = await db.pool.connect();
  idle.release();
  const after = (await readValue(metrics, 'database_pool_waits_total{pool="main"')) ?? 0;
  expect(after - before).toBeGreaterThanOrEqual(1);
  expect(await readValue(metrics, 'database_pool_wait_seconds_total{pool="main"')).toBeGreaterThan(
    0.15,
  );
  expect(await readValue(metrics, 'database_pool_waiting{pool="main"')).toBe(0);
});
