import { shareDatabase } from "@polls/testing";
import { allStatements } from "../sql/statement";
import { readServiceFigures } from "./service-figures";

/**
 * The time limit in tests. On a busy machine the first read may exceed the limit of the service.
 */
const limitMs = 4_000;
const db = shareDatabase({ max: 4 });
beforeEach(() => db.pool.query("TRUNCATE outbox, mails, webhook_deliveries, webhooks CASCADE"));

const addJobs = (count: number, state: string) =>
  db.pool.query(
    `INSERT INTO outbox (job, payload, created_at, done_at, dead_at)
     SELECT 'media.x', '{}', now() - n * interval '1 s', ${state} FROM generate_series(1, ${count}) n`,
  );
const waiting = "NULL, NULL";
const done = "now(), NULL";
const dead = "NULL, now()";
const addMails = (kind: string, state: string, count: number) =>
  db.pool
    .query(
      `INSERT INTO accounts (public_id, email, name) VALUES ('a', 'a@b.example', 'A') ON CONFLICT DO NOTHING`,
    )
    .then(() =>
      db.pool.query(
        `INSERT INTO mails (account_id, kind, address, language, state, nonce)
     SELECT (SELECT min(id) FROM accounts), $1, 'a@b.example', 'en', $2, 'x' FROM generate_series(1, $3::int)`,
        [kind, state, count],
      ),
    );
/** Inserts deliveries of a webhook that does not exist. */
async function addDeliveries(count: number): Promise<void> {
  const client = await db.pool.connect();
  try {
    await client.query("BEGIN; SET LOCAL session_replication_role = replica");
    await client.query(
      `INSERT INTO webhook_deliveries (public_id, webhook_id, event_id, created_at, next_attempt_at)
       SELECT 'd' || n, 1, n, now(), now() FROM generate_series(1, $1::int) n`,
      [count],
    );
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}

test("an empty service has zeros for every known kind", async () => {
  const figures = await readServiceFigures(db, { limitMs });
  expect(figures.outbox).toEqual({ pending: 0, oldestAgeSeconds: 0, dead: 0 });
  expect(figures.mails).toMatchObject({ opt_in: 0, sign_in: 0 });
  expect(figures.payments).toEqual({ created: 0, open: 0 });
  expect(figures.deliveries).toEqual({ pending: 0, lateSeconds: 0 });
  expect(figures.server.connections).toBeGreaterThan(0);
  expect(figures.server.connectionsMax).toBeGreaterThan(figures.server.connections);
});

test("waiting and dead rows are counted, with the age of the oldest row", async () => {
  await addJobs(40, waiting);
  await addJobs(50, done);
  await addJobs(2, dead);
  const { outbox } = await readServiceFigures(db, { limitMs });
  expect(outbox).toMatchObject({ pending: 40, dead: 2 });
  expect(outbox.oldestAgeSeconds).toBeGreaterThanOrEqual(40);
  expect(outbox.oldestAgeSeconds).toBeLessThan(50);
});

test("with many jobs, their number comes from statistics, and the age is still that of the oldest job", async () => {
  await addJobs(3_000, waiting);
  await addJobs(2_000, dead);
  // The relay looks at the oldest job last.
  await db.pool.query("UPDATE outbox SET next_look_at = now() - created_at + now()");
  await db.pool.query("ANALYZE outbox");
  const limits = { countedRows: 100, limitMs };
  const { outbox } = await readServiceFigures(db, limits);
  expect(outbox).toMatchObject({ pending: 3_000, dead: 2_000 });
  expect(outbox.oldestAgeSeconds).toBeGreaterThanOrEqual(3_000);
  await db.pool.query("DELETE FROM outbox WHERE id % 50 > 0");
  expect((await readServiceFigures(db, limits)).outbox).toMatchObject({ pending: 60, dead: 40 });
});

test("with many mails and deliveries, their number comes from statistics, divided like the first rows", async () => {
  await addMails("invitation", "queued", 2_000);
  await addMails("sign_in", "queued", 1_000);
  await addDeliveries(2_000);
  await db.pool.query("ANALYZE mails, webhook_deliveries");
  const { mails, deliveries } = await readServiceFigures(db, { countedRows: 100, limitMs });
  expect((mails.invitation ?? 0) + (mails.sign_in ?? 0)).toBe(3_000);
  expect(deliveries.pending).toBe(2_000);
  const all = await readServiceFigures(db, { countedRows: 5_000, limitMs });
  expect(all.mails).toMatchObject({ invitation: 2_000, sign_in: 1_000, opt_in: 0 });
  expect(all.deliveries.pending).toBe(2_000);
});

test("a long transaction is reported by its age", async () => {
  const client = await db.pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT pg_sleep(0.2)");
    const { server } = await readServiceFigures(db, { limitMs });
    expect(server.oldestTransactionSeconds).toBeGreaterThanOrEqual(0.2);
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
});

interface Plan {
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Plan[];
}

/** The number of rows that a plan read from each table. */
function rowsRead(plan: Plan, read = new Map<string, number>()): ReadonlyMap<string, number> {
  const table = plan["Relation Name"];
  if (table !== undefined) {
    const rows =
      (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"];
    read.set(table, (read.get(table) ?? 0) + rows);
  }
  for (const inner of plan.Plans ?? []) rowsRead(inner, read);
  return read;
}

test("the cost does not grow with the table, even without statistics", async () => {
  await addJobs(20_000, done);
  await addJobs(3_000, waiting);
  await addJobs(3_000, dead);
  await addMails("invitation", "sent", 20_000);
  await addMails("invitation", "queued", 3_000);
  const countedRows = 400;
  const figures = await readServiceFigures(db, { countedRows, limitMs });
  expect(figures.outbox.pending).toBeGreaterThanOrEqual(countedRows);
  expect(figures.mails.invitation).toBeGreaterThanOrEqual(countedRows);

  const { text = "" } = allStatements().find(({ name }) => name === "figures") ?? {};
  const client = await db.pool.connect();
  try {
    await client.query("BEGIN; SET LOCAL enable_seqscan = off");
    const sql = `EXPLAIN (ANALYZE, FORMAT JSON) ${text.replaceAll("$1", "10000").replaceAll("$2", String(countedRows))}`;
    const { rows } = await client.query(sql);
    const read = rowsRead(rows[0]["QUERY PLAN"][0].Plan);
    expect(read.get("outbox")).toBeLessThanOrEqual(2 * countedRows);
    expect(read.get("mails")).toBeLessThanOrEqual(countedRows);
  } finally {
    client.release(true);
  }
});

test("reading the figures rejects after the time limit", async () => {
  const client = await db.pool.connect();
  try {
    await client.query("BEGIN; LOCK TABLE outbox");
    await expect(readServiceFigures(db, { limitMs: 100 })).rejects.toThrow(/statement timeout/);
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
});
