import {
  atFileEnd,
  buildOption,
  buildPoll,
  connectPatiently,
  createTestDatabase,
} from "@polls/testing";
import { Client } from "pg";
import { connectDatabase, type Db } from "../connection/connect";
import { query } from "../sql/statement";
import { commonTables } from "./common-tables";
import { createShard } from "./create-shard";

const countPollsSql = query<{ polls: number }>(
  "test-count-polls",
  "SELECT count(*)::int AS polls FROM polls",
);

/** The parts of the tables of a schema, with the schema's name taken out. */
const structure = `
  SELECT c.relname AS name, a.attname AS part, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull::text AS facts
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relnamespace = $1::text::regnamespace AND c.relkind IN ('r', 'v') AND c.relname <> ALL($2::text[])
  UNION ALL
  SELECT c.relname, a.attname, 'default', replace(pg_get_expr(d.adbin, d.adrelid), $1::text || '.', '')
  FROM pg_attrdef d JOIN pg_class c ON c.oid = d.adrelid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.adnum
  WHERE c.relnamespace = $1::text::regnamespace AND c.relname <> ALL($2::text[])
  UNION ALL
  SELECT c.relname, 'options', array_to_string(c.reloptions, ','), c.relkind::text FROM pg_class c
  WHERE c.relnamespace = $1::text::regnamespace AND c.relkind = 'r' AND c.relname <> ALL($2::text[])
  UNION ALL
  SELECT c.relname, k.conname, k.contype::text, replace(replace(pg_get_constraintdef(k.oid), $1::text || '.', ''), 'public.', '')
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
  WHERE c.relnamespace = $1::text::regnamespace AND k.contype <> 'n' AND c.relname <> ALL($2::text[])
  UNION ALL
  SELECT tablename, indexname, 'index', replace(indexdef, $1::text || '.', '') FROM pg_indexes
  WHERE schemaname = $1::text AND tablename <> ALL($2::text[])
  UNION ALL
  SELECT c.relname, t.tgname, 'trigger', replace(pg_get_triggerdef(t.oid), $1::text || '.', '')
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE c.relnamespace = $1::text::regnamespace AND NOT t.tgisinternal AND c.relname <> ALL($2::text[])
  UNION ALL
  SELECT proname, 'function', pg_get_function_identity_arguments(oid), prosrc FROM pg_proc
  WHERE pronamespace = $1::text::regnamespace
  ORDER BY 1, 2, 3, 4`;

let url: string;
let client: Client;
beforeAll(async () => {
  ({ url } = await createTestDatabase());
  client = new Client({ connectionString: url });
  await client.connect();
  atFileEnd("connection", () => client.end());
  await createShard(client, "shard_a");
});

/** Without parentheses, because PostgreSQL prints parsed expressions with others. */
const structureOf = async (schema: string) =>
  (
    await client.query(structure, [
      schema,
      [...commonTables, "_prisma_migrations", "shelf_migrations"],
    ])
  ).rows.map((row: { facts: string | null }) => ({
    ...row,
    facts: row.facts?.replace(/[()]/g, ""),
  }));

test("a shard has every table of polls with its keys, indexes, triggers, views and functions", async () => {
  const expected = await structureOf("public");
  expect(expected.length).toBeGreaterThan(500);
  expect(await structureOf("shard_a")).toEqual(expected);
});

describe("a database that is opened on a shard", () => {
  let shard: Db;
  let plain: Db;
  beforeAll(() => {
    const address = new URL(url);
    address.searchParams.set("schema", "shard_a");
    shard = connectPatiently(address.toString(), { max: 2 });
    plain = connectPatiently(url, { max: 2 });
    atFileEnd("databases", async () => {
      await shard.close();
      await plain.close();
    });
  });

  test("stores polls on the shard, by Prisma and by statements, and accounts in the common tables", async () => {
    const poll = await buildPoll(shard);
    await buildOption(shard, poll);
    const counts = async (db: Db) => [
      await db.prisma.poll.count(),
      (await db.run(countPollsSql())).rows[0]?.polls,
      (await db.pipelined.run(countPollsSql())).rows[0]?.polls,
      await db.prisma.account.count(),
    ];
    expect(await counts(shard)).toEqual([1, 1, 1, 1]);
    expect(await counts(plain)).toEqual([0, 0, 0, 1]);
    // Triggers write to the schema of their table.
    expect(await shard.prisma.optionCount.count()).toBe(1);
    expect(await plain.prisma.optionCount.count()).toBe(0);
  });

  test("refuses a pooler, because it would run statements without the search path", () => {
    const address = new URL(url);
    address.searchParams.set("schema", "shard_a");
    expect(() => connectDatabase(address.toString(), { pooler: "transaction" })).toThrow(
      "without a pooler",
    );
  });
});

test("a second creation of a shard fails and changes nothing", async () => {
  const before = await structureOf("shard_a");
  await expect(createShard(client, "shard_a")).rejects.toThrow("already exists");
  expect(await structureOf("shard_a")).toEqual(before);
});
