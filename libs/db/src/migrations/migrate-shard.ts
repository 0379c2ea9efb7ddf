import type { Client } from "pg";
import { changeIndex, concurrentIndex } from "./concurrent-index";
import { missingOnShard } from "./migration-state";
import type { Migration } from "./read-migrations";
import { retryForLocks } from "./retry-for-locks";
import { statementsOfShard } from "./statements-of-shard";

/** Applies the migrations that a shard lacks, and returns their names. An interrupted run can be repeated. */
export async function migrateShard(
  client: Client,
  shard: string,
  migrations: readonly Migration[],
  retryForMs: number,
): Promise<readonly string[]> {
  const schema = client.escapeIdentifier(shard);
  await client.query(`SET search_path = ${schema}, public`);
  await client.query("SET check_function_bodies = off");
  try {
    const missing = await missingOnShard(client, shard, migrations);
    for (const migration of missing) await apply(client, shard, migration, retryForMs);
    return missing.map(({ name }) => name);
  } finally {
    await client.query("RESET search_path").catch(() => undefined);
    await client.query("RESET check_function_bodies").catch(() => undefined);
  }
}

async function apply(
  client: Client,
  shard: string,
  { name, sql }: Migration,
  retryForMs: number,
): Promise<void> {
  const statements = statementsOfShard(sql);
  const changes = statements.flatMap((statement) => concurrentIndex(statement) ?? []);
  const inside = statements.filter((statement) => concurrentIndex(statement) === undefined);
  try {
    for (const change of changes) await changeIndex(client, shard, change);
    await retryForLocks(client, retryForMs, () => atOnce(client, shard, [...inside, record(name)]));
  } catch (cause) {
    throw new Error(`migration ${name} failed on ${shard}: run the command again`, { cause });
  }
}

const record = (name: string): string =>
  `INSERT INTO shelf_migrations (name) VALUES ('${name.replaceAll("'", "''")}')`;

/** Runs statements in one transaction, one by one, because Citus refuses several commands in one message. */
async function atOnce(client: Client, shard: string, statements: readonly string[]): Promise<void> {
  try {
    await client.query("BEGIN");
    for (const statement of statements) await client.query(statement);
    await bindFunctions(client, shard);
    await client.query("COMMIT");
  } catch (error) {
    // A broken connection has rolled back. Its own error says why.
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** Sets the search path of functions, so that they find the tables of their shard on connections between nodes too. */
async function bindFunctions(client: Client, shard: string): Promise<void> {
  const { rows } = await client.query<{ signature: string }>(
    `SELECT oid::regprocedure::text AS signature FROM pg_proc
     WHERE pronamespace = $1::text::regnamespace AND proconfig IS NULL`,
    [shard],
  );
  const schema = client.escapeIdentifier(shard);
  for (const { signature } of rows)
    await client.query(`ALTER FUNCTION ${signature} SET search_path TO ${schema}, public, pg_temp`);
}
