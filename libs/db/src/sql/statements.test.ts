// Covers docs/reliability.md: mixed-releases

import { readdirSync } from "node:fs";
import path from "node:path";
import {
  atFileEnd,
  createTestDatabase,
  fillTables,
  shareDatabase,
  wholeScans,
} from "@polls/testing";
import type { PoolClient } from "pg";
import { connectDatabase } from "../connection/connect";
import { allStatements } from "./statement";

const src = path.resolve(__dirname, "..");

/** Imports every file of the library, which defines all statements. */
function loadAll(): void {
  for (const entry of readdirSync(src, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const isSource = /(?<!\.test|\.d)\.ts$/.test(file) && !file.includes("generated");
    if (entry.isFile() && isSource) require(file);
  }
}
loadAll();

const db = shareDatabase({
  max: 1,
  limits: { connectMs: 30_000 },
});

// Test files of the same process have defined statements, too.
const statements = allStatements()
  .filter(
    ({ name, text }) => !/^test-/.test(name) && !/^(BEGIN|COMMIT|ROLLBACK|CREATE)\b/.test(text),
  )
  .map((statement) => [statement.name, statement] as const);

/** Prepares a statement. Returns the text that executes it, with null for each value. */
async function prepareAs(client: PoolClient, name: string, text: string): Promise<string> {
  await client.query(`PREPARE ${name} AS ${text}`);
  const { rows } = await client.query<{ parameters: number }>(
    "SELECT cardinality(parameter_types) AS parameters FROM pg_prepared_statements WHERE name = $1",
    [name],
  );
  const nulls = Array(rows[0]?.parameters ?? 0).fill("NULL");
  return nulls.length === 0 ? name : `${name}(${nulls.join()})`;
}

/** Statements that read a whole table, or a whole partial index, and why they may. */
const wholeTables: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["ledger", "votes", "fees", "transfers"].map((what) => [
      `payments-off-${what}`,
      "the check of payments compares all of them",
    ]),
  ),
  "payments-refund-failed": "the check of payments compares all of them",
  "list-owed-payments": "a command of operators",
  "outbox-list-caused": "a command of operators",
  "list-inquired-payments": "a command of operators",
  "payments-owed": "the check of payments compares all of them",
  "payments-stuck": "the check of payments compares all of them",
  "find-deployment": "one row",
  "newest-outbox-id": "one row",
  "service-state": "the accounts that are blocked, by an index that has no others",
  "has-admin-hash-renewal":
    "a row for each large organization that someone leaves, for some minutes",
  figures: "counts held votes up to a limit",
  "list-shards": "a deployment has a few shards",
  "has-shards": "a deployment has a few shards",
  "read-rounds": "one row for each queue",
  "count-served-mail": "looks for one waiting mail",
  "count-served-upload": "looks for one waiting file",
  "last-vote-id": "a sequence has one row",
  "delete-old-webhook-paces": "one row for each webhook, once an hour",
  "queue-refused-mails": "a command of operators",
  "waiting-refused-mails": "a command of operators",
  "hurry-jobs": "a command of operators",
};

describe("every statement", () => {
  test.each(statements)("%s fits the schema", async (_name, { text, returnsRows }) => {
    const client = await db.pool.connect();
    try {
      const call = await prepareAs(client, "one", text);
      const plan = await client.query(`EXPLAIN (VERBOSE, FORMAT JSON) EXECUTE ${call}`);
      const [top] = plan.rows[0]["QUERY PLAN"];
      const isSelect = top.Plan["Node Type"] !== "ModifyTable";
      // A statement that returns rows must use `query`: Prisma would drop the rows, or not count
      // the changes.
      if (!isSelect) expect(top.Plan.Output !== undefined).toBe(returnsRows);
    } finally {
      client.release(true);
    }
  });

  test("finds its rows by an index of a table of a million rows, or is known to read all", async () => {
    const large = connectDatabase((await createTestDatabase()).url, {
      max: 1,
      limits: { connectMs: 30_000 },
    });
    atFileEnd("connections", () => large.close());
    await fillTables(large.pool);
    const client = await large.pool.connect();
    const found: string[] = [];
    try {
      await client.query("SET plan_cache_mode = force_generic_plan");
      for (const [at, [name, { text }]] of statements.entries()) {
        const call = await prepareAs(client, `q${at}`, text);
        const plan = await client.query(`EXPLAIN (FORMAT JSON) EXECUTE ${call}`);
        const scans = wholeScans(plan.rows[0]["QUERY PLAN"][0].Plan);
        const own = scans.filter((table) => !table.startsWith("pg_"));
        if (own.length > 0 && !(name in wholeTables)) found.push(`${name}: ${own.join(", ")}`);
      }
    } finally {
      client.release(true);
    }
    expect(found).toEqual([]);
  });

  test("returns the same columns after a migration adds one", async () => {
    const client = await db.pool.connect();
    const prepared = statements.filter(([, { prepare }]) => prepare);
    expect(prepared.length).toBeGreaterThan(20);
    const failed: string[] = [];
    try {
      const calls: (readonly [string, string])[] = [];
      for (const [at, [name, { text }]] of prepared.entries()) {
        calls.push([name, await prepareAs(client, `p${at}`, text)]);
      }
      const { rows: tables } = await client.query<{ name: string }>(
        "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
      );
      // Without a transaction: Citus explains statements on another connection, which would wait for its locks.
      for (const { name } of tables) {
        await client.query(`ALTER TABLE ${name} ADD COLUMN added_later INTEGER`);
      }
      for (const [name, call] of calls) {
        await client.query(`EXPLAIN EXECUTE ${call}`).catch(() => failed.push(name));
      }
      for (const { name } of tables) {
        await client.query(`ALTER TABLE ${name} DROP COLUMN added_later`);
      }
    } finally {
      client.release(true);
    }
    expect(failed).toEqual([]);
  });

  test("is covered by this test", () => {
    expect(statements.length).toBeGreaterThan(50);
  });
});
