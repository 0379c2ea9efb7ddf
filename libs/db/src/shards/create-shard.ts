import type { ClientBase } from "pg";
import { commonTables } from "./common-tables";
import { firstIdOf, HOME_SHARD } from "./shard-numbers";

/** Relations that exist in `public` only. */
const notOnShards: readonly string[] = [...commonTables, "_prisma_migrations"];

// Each query returns the commands that create all parts of one kind as they are in `public`. The queries run with the
// search path `public`, so that the commands name no schema. The commands run with the shard first in the search path,
// so that a table which the shard lacks is the common one.

const functions = `
  SELECT regexp_replace(
           regexp_replace(pg_get_functiondef(oid), '^CREATE OR REPLACE FUNCTION public\\.', 'CREATE FUNCTION '),
           '\\nAS ', format(E'\\n SET search_path TO %I, public, pg_temp\\nAS ', $2::text))
  FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND $1::text[] IS NOT NULL
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = pg_proc.oid AND d.deptype = 'e') ORDER BY proname`;

const tables = `
  SELECT format('CREATE TABLE %I (%s)%s', c.relname,
    (SELECT string_agg(
       CASE WHEN pg_get_serial_sequence(c.oid::regclass::text, a.attname) IS NOT NULL
         THEN format('%I bigserial', a.attname)
         ELSE format('%I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
           coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), ''),
           CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END) END, ', ' ORDER BY a.attnum)
     FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
     WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped),
    coalesce(' WITH (' || array_to_string(c.reloptions, ', ') || ')', ''))
  FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> ALL($1::text[])
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
  ORDER BY c.relname`;

/** Keys and checks are created before foreign keys, which refer to keys. */
const constraints = (types: string) => `
  SELECT format('ALTER TABLE %I ADD CONSTRAINT %I %s', c.relname, k.conname, pg_get_constraintdef(k.oid, true))
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
  WHERE c.relnamespace = 'public'::regnamespace AND k.contype IN (${types}) AND c.relname <> ALL($1::text[])
  ORDER BY k.contype DESC, k.conname`;

const indexes = `
  SELECT pg_get_indexdef(i.indexrelid, 0, true)
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> ALL($1::text[])
    AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
  ORDER BY i.indexrelid::regclass::text`;

/** Ordered by creation, because a view may read another one. */
const views = `
  SELECT format('CREATE VIEW %I AS %s', relname, pg_get_viewdef(oid, true))
  FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'v' AND relname <> ALL($1::text[])
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = pg_class.oid AND d.deptype = 'e')
  ORDER BY oid`;

const triggers = `
  SELECT pg_get_triggerdef(t.oid, true)
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE c.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal AND c.relname <> ALL($1::text[])
  ORDER BY t.tgname`;

const parts: readonly string[] = [
  functions,
  tables,
  constraints("'p', 'u', 'c'"),
  views,
  indexes,
  constraints("'f'"),
  triggers,
];

/**
 * Creates an empty shard in one transaction: a schema with the tables of polls as they are in `public`, with their
 * keys, indexes, triggers and functions. Citus places it on one node. Throws if the schema exists. The rows of a shard
 * with a number have ids of its range. It accepts new polls once it is opened.
 */
export async function createShard(
  client: ClientBase,
  shard: string,
  number: number = HOME_SHARD,
): Promise<void> {
  const schema = client.escapeIdentifier(shard);
  await client.query("BEGIN");
  try {
    await client.query("SET LOCAL search_path = public");
    const commands: string[] = [];
    for (const part of parts) {
      const values = part === functions ? [notOnShards, shard] : [notOnShards];
      const { rows } = await client.query<string[]>({
        text: part,
        values,
        rowMode: "array" as const,
      });
      commands.push(...rows.map(([command]) => command ?? ""));
    }
    if (await isDistributed(client)) {
      await client.query("SET LOCAL citus.enable_schema_based_sharding = on");
      await client.query("SET LOCAL citus.enable_unsafe_triggers = on");
    }
    await client.query(`CREATE SCHEMA ${schema}`);
    await client.query(`SET LOCAL search_path = ${schema}, public`);
    await client.query("SET LOCAL check_function_bodies = off");
    // One by one, because Citus refuses several commands in one message.
    for (const command of commands) await client.query(command);
    await client.query(
      "INSERT INTO upload_rounds (queue, served) SELECT queue, served FROM public.upload_rounds",
    );
    await recordMigrations(client);
    if (number !== HOME_SHARD) await register(client, shard, number);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

async function recordMigrations(client: ClientBase): Promise<void> {
  await client.query("CREATE TABLE shelf_migrations (name text PRIMARY KEY)");
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM public._prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  await client.query("INSERT INTO shelf_migrations (name) SELECT unnest($1::text[])", [
    rows.map(({ name }) => name),
  ]);
}

async function register(client: ClientBase, shard: string, number: number): Promise<void> {
  const { rows } = await client.query<{ sequence: string }>(
    `SELECT format('%I.%I', $1::text, relname) AS sequence FROM pg_class
     WHERE relnamespace = $1::text::regnamespace AND relkind = 'S' ORDER BY relname`,
    [shard],
  );
  for (const { sequence } of rows)
    await client.query("SELECT setval($1::regclass, $2::bigint, false)", [
      sequence,
      String(firstIdOf(number)),
    ]);
  await client.query("INSERT INTO shelves (number, name) VALUES ($1, $2)", [number, shard]);
}

/** Copies the common tables to every node of Citus, so that shards read them locally. It can be repeated. */
export async function distributeCommonTables(
  client: ClientBase,
  done: (table: string) => void = () => undefined,
): Promise<void> {
  for (const table of commonTables) {
    const { rowCount } = await client.query(
      `SELECT create_reference_table($1::regclass) WHERE NOT EXISTS (
         SELECT FROM pg_dist_partition WHERE logicalrelid = $1::regclass AND partmethod = 'n' AND repmodel = 't')`,
      [`public.${table}`],
    );
    if (rowCount !== 0) done(table);
  }
}

/** Whether Citus distributes the database. */
export async function isDistributed(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'");
  return rowCount === 1;
}
