import { createTestDatabase } from "@polls/testing";
import { connectDatabase, type Db } from "../connection/connect";
import { allStatements } from "../sql/statement";
import { readServiceFigures } from "./service-figures";

/** A first read on a busy machine may take longer than the service allows. */
const limitMs = 4_000;
let db: Db;
beforeAll(async () => {
  db = connectDatabase((await createTestDatabase()).url, { max: 4 });
});
afterAll(() => db.close());
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

test("an empty service has zeros, of every kind that is known", async () => {
  const figures = await readServiceFigures(db, { limitMs });
  expect(figures.outbox).toEqual({ pending: 0, oldestAgeSeconds: 0, dead: 0 });
  expect(figures.mails).toMatchObject({ opt_in: 0, sign_in: 0 });
  expect(figures.payments).toEqual({ created: 0, open: 0 });
  expect(figures.deliveries).toEqual({ pending: 0, lateSeconds: 0 });
  expect(figures.server.connections).toBeGreaterThan(0);
  expect(figures.server.connectionsMax).toBeGreaterThan(figures.server.connections);
});

test("what waits and what is dead is counted, with the age of the oldest row", async () => {
  await addJobs(40, waiting);
  await addJobs(50, done);
  await addJobs(2, dead);
  const { outbox } = await readServiceFigures(db, { limitMs });
  expect(outbox).toMatchObject({ pending: 40, dead: 2 });
  expect(outbox.oldestAgeSeconds).toBeGreaterThanOrEqual(40);
  expect(outbox.oldestAgeSeconds).toBeLessThan(50);
});

test("of many jobs their number is that of the statistics, and the age is still that of the oldest", async () => {
  await addJobs(3_000, waiting);
  await addJobs(2_000, dead);
  // The oldest is the last that the relay looks at.
  await db.pool.query("UPDATE outbox SET next_look_at = now() - created_at + now()");
  await db.pool.query("ANALYZE outbox");
  const limits = { countedRows: 100, limitMs };
  const { outbox } = await readServiceFigures(db, limits);
  expect(outbox).toMatchObject({ pending: 3_000, dead: 2_000 });
  expect(outbox.oldestAgeSeconds).toBeGreaterThanOrEqual(3_000);
  await db.pool.query("DELETE FROM outbox WHERE id % 50 > 0");
  expect((await readServiceFigures(db, limits)).outbox).toMatchObject({ pending: 60, dead: 40 });
});

test("a transaction that stays open is seen by its age", async () => {
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

/** The rows that a plan has read of each table. */
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

test("a large table costs no more than what is counted, also without statistics", async () => {
  await addJobs(20_000, done);
  await addJobs(3_000, waiting);
  await addJobs(3_000, dead);
  await addMails("invitation", "sent", 20_000);
  await addMails("invitation", "queued", 3_000);
  const [countedMax, countedRows] = [500, 400];
  const figures = await readServiceFigures(db, { countedMax, countedRows, limitMs });
  expect(figures.outbox.pending).toBeGreaterThanOrEqual(countedRows);
  expect(figures.mails).toMatchObject({ invitation: countedMax });

  const { text = "" } = allStatements().find(({ name }) => name === "figures") ?? {};
  const client = await db.pool.connect();
  try {
    await client.query("BEGIN; SET LOCAL enable_seqscan = off");
    const sql = `EXPLAIN (ANALYZE, FORMAT JSON) ${text.replaceAll("$1", String(countedMax)).replaceAll("$2", String(countedRows))}`;
    const { rows } = await client.query(sql);
    const read = rowsRead(rows[0]["QUERY PLAN"][0].Plan);
    expect(read.get("outbox")).toBeLessThanOrEqual(2 * countedRows);
    expect(read.get("mails")).toBeLessThanOrEqual(countedMax);
  } finally {
    client.release(true);
  }
});

test("figures that take too long are given up", async () => {
  const client = await db.pool.connect();
  try {
    await client.query("BEGIN; LOCK TABLE outbox");
    await expect(readServiceFigures(db, { limitMs: 100 })).rejects.toThrow(/statement timeout/);
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
});
