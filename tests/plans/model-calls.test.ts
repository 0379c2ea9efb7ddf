import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { connectDatabase, type Db } from "@polls/db";
import {
  atFileEnd,
  createTestDatabase,
  recordStatements,
  type SentStatement,
  wholeScans,
} from "@polls/testing";
import { type Condition, type ModelCall, modelCallsOf, modelsOf } from "./model-calls";

// Statements that Prisma writes are not in the source. So each model call of the source is repeated with sample
// values, and what it sends is explained.

const root = path.resolve(__dirname, "../..");
const models = modelsOf(readFileSync(path.join(root, "prisma/schema.prisma"), "utf8"));

/** The sources that processes and commands run. */
const sources = ["libs", "services"]
  .flatMap((part) => readdirSync(path.join(root, part)).map((name) => `${part}/${name}/src`))
  .filter((folder) => !/^libs\/(?:devstack|testing)\//.test(folder))
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((name) =>
      path.join(folder, name),
    ),
  )
  .filter((file) => /(?<!\.test|\.d)\.ts$/.test(file) && !/\/(?:testing|generated)\//.test(file));

const calls = sources.flatMap((file) => modelCallsOf(models, path.join(root, file), file));

const nameOf = ({ file, model, operation }: ModelCall) => `${file}: ${model}.${operation}`;

/** Calls that read a whole table, and why they may. */
const wholeTables: Readonly<Record<string, string>> = {
  "services/gateway/src/cli/account-commands.ts: account.findMany": "lists all of them",
  "services/gateway/src/cli/organization-commands.ts: organization.findMany": "lists all of them",
  "services/gateway/src/cli/payment-commands.ts: payment.findMany":
    "a command of operators, which may take an hour",
  "services/gateway/src/maintenance/finish-admin-hashes.ts: adminHashRenewal.findFirst":
    "a row for each large organization that someone leaves, for some minutes",
};

const erased = [{ ownerAccountId: 77n }, { ownerOrganization: { id: { in: [77n, 78n] } } }];
const optIns = { pollId: 77n, address: "x77" };

/** The conditions that the callers of a function give, where the call does not have them. */
const given: Readonly<Record<string, readonly Condition[]>> = {
  "libs/jobs/src/payments/end-payments.ts: payment.updateManyAndReturn": [
    { pollId: 77n },
    { optionId: 77n },
    { participantId: 77n },
  ],
  "services/gateway/src/features/opt-ins/opt-ins.repository.ts: optIn.findMany": [optIns],
  "services/gateway/src/features/people/erase-person.ts: webhook.updateMany": erased,
  "services/gateway/src/features/people/erase-person.ts: webhookDelivery.deleteMany": erased.map(
    (webhook) => ({ webhook }),
  ),
  "services/gateway/src/features/polls/creator-address.ts: creatorLink.findMany": [
    { OR: [optIns, optIns] },
  ],
  "services/gateway/src/features/votes/votes.repository.ts: vote.count": [{ pollId: 77n }],
  "services/gateway/src/features/votes/votes.repository.ts: vote.findMany": [{ pollId: 77n }],
  "services/payment-worker/src/processors/handle-provider-event.ts: checkout.findFirst": [
    { OR: [{ sessionId: "x77" }, { paymentIntentId: "x77" }] },
  ],
  "services/payment-worker/src/settle/surplus.ts: payment.findMany": [
    { participantId: 77n, votePublicId: "x77" },
    { participantId: 77n },
    { optionId: 77n },
  ],
};

const ROWS = 2_000;
const TIMES = 500;

let db: Db;
let sent: SentStatement[];
beforeAll(async () => {
  db = connectDatabase((await createTestDatabase()).url, { max: 1 });
  atFileEnd("connections", () => db.close());
  await fillTables();
  sent = recordStatements(db.pool);
});

/** A value of a row by the type of its column. */
const valuesOfRow: Readonly<Record<string, string>> = {
  bigint: "n",
  boolean: "n % 100 = 0",
  bytea: "sha256(n::text::bytea)",
  date: "DATE '2030-01-01' + n",
  "double precision": "n",
  integer: "n",
  jsonb: "'{}'::jsonb",
  numeric: "n",
  smallint: "n",
  text: "'x' || n",
  "text[]": "ARRAY['x' || n]",
  "timestamp with time zone": "TIMESTAMPTZ '2030-01-01' + make_interval(mins => n)",
  uuid: "md5(n::text)::uuid",
};

interface TableRow {
  readonly table: string;
  readonly columns: readonly string[];
  readonly types: readonly string[];
  /** What half of the rows have: the default, or null. */
  readonly usual: readonly (string | null)[];
  /** The conditions of partial indexes. */
  readonly parts: string | null;
}

/** The values of the nth row. Half of the rows have usual ones, so that no partial index is small. */
const valuesOf = ({ table, columns, types, usual, parts }: TableRow): readonly string[] =>
  columns.map((column, at) => {
    const type = types[at] ?? "";
    const value = valuesOfRow[type.replace(/\(.*?\)/, "")];
    if (value === undefined) throw new Error(`no value of the type ${type} of ${table}`);
    const asked = parts?.match(
      new RegExp(`\\b${column} = (?:ANY \\(ARRAY\\[)?('\\w+'::text)`),
    )?.[1];
    const half = asked ?? (/^nextval|^now/.test(usual[at] ?? "") ? undefined : usual[at]);
    return `(CASE WHEN n % 2 = 0 THEN ${half ?? value} ELSE ${value} END)::${type}`;
  });

/** Fills all tables, and lets the planner take them for 500 times as large. */
async function fillTables(): Promise<void> {
  const client = await db.pool.connect();
  try {
    await client.query("SET session_replication_role = replica; SET statement_timeout = '60s'");
    const { rows } = await client.query<TableRow>(
      `SELECT c.relname AS table, array_agg(quote_ident(a.attname)) AS columns,
              array_agg(format_type(a.atttypid, a.atttypmod)) AS types,
              array_agg(CASE WHEN a.attnotnull THEN pg_get_expr(d.adbin, d.adrelid) ELSE 'NULL' END)
                AS usual,
              (SELECT string_agg(pg_get_expr(i.indpred, i.indrelid), ' ') FROM pg_index i
               WHERE i.indrelid = c.oid) AS parts
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
       WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0
         AND NOT a.attisdropped AND a.attgenerated = '' AND c.relname <> '_prisma_migrations'
       GROUP BY c.oid, c.relname`,
    );
    const checks = await client.query<{ drop: string }>(
      `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop
       FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace`,
    );
    for (const { drop } of checks.rows) await client.query(drop);
    for (const row of rows) {
      await client.query(
        `INSERT INTO ${row.table} (${row.columns.join()}) OVERRIDING SYSTEM VALUE
         SELECT ${valuesOf(row).join()} FROM generate_series(1, ${ROWS}) AS n ON CONFLICT DO NOTHING`,
      );
    }
    await client.query("ANALYZE");
    await client.query(
      `UPDATE pg_class SET reltuples = reltuples * ${TIMES}
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')`,
    );
  } finally {
    client.release(true);
  }
}

/** The tables that a call reads as a whole. */
async function scansOf({ model, where, orderBy, isLimited }: ModelCall): Promise<string[]> {
  sent.length = 0;
  // A call that writes finds its rows by the same condition.
  const take = isLimited ? { take: 20 } : {};
  await Reflect.get(db.prisma, model).findMany({ where, orderBy, ...take });
  const scans: string[] = [];
  const asked = sent.filter(({ text }) => text.startsWith("SELECT"));
  expect(asked.length).toBeGreaterThan(0);
  for (const { text, values } of asked) {
    const { rows } = await db.pool.query(`EXPLAIN (FORMAT JSON) ${text}`, [...values]);
    scans.push(...wholeScans(rows[0]["QUERY PLAN"][0].Plan));
  }
  return scans;
}

test("every model call finds its rows by an index of a table of a million rows", async () => {
  const found: string[] = [];
  const excused = new Set<string>();
  for (const call of calls) {
    const name = nameOf(call);
    if (call.where === undefined && !(name in given))
      found.push(`${name}: by an unknown condition`);
    for (const condition of given[name] ?? [{}]) {
      const scans = await scansOf({ ...call, where: { ...call.where, ...condition } });
      if (scans.length === 0) continue;
      excused.add(name);
      if (!(name in wholeTables)) found.push(`${name}, line ${call.line}: ${scans.join(", ")}`);
    }
  }
  expect(found).toEqual([]);
  const names = new Set(calls.map(nameOf));
  expect(Object.keys(wholeTables).filter((name) => !excused.has(name))).toEqual([]);
  expect(Object.keys(given).filter((name) => !names.has(name))).toEqual([]);
});

test("the calls of all parts are found", () => {
  const parts = new Set(calls.map(({ file }) => file.split("/src/")[0]));
  expect([...parts].sort()).toEqual([
    "libs/db",
    "libs/jobs",
    "services/gateway",
    "services/mail-worker",
    "services/media-worker",
    "services/payment-worker",
    "services/webhook-worker",
  ]);
  expect(calls.length).toBeGreaterThan(150);
});

test("every reference to another table has an index, which relations and deletions need", async () => {
  const { rows } = await db.pool.query<{ reference: string }>(
    `SELECT format('%s (%s)', c.conrelid::regclass, a.attname) AS reference
     FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
     WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND NOT EXISTS (
       SELECT FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indkey[0] = c.conkey[1]
         AND (i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid) = format('(%s IS NOT NULL)', a.attname)))
     ORDER BY 1`,
  );
  // Accounts are never deleted, and nobody reads their created polls.
  expect(rows.map(({ reference }) => reference)).toEqual(["polls (created_by_account_id)"]);
});
