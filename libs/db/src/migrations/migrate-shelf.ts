import type { Client } from "pg";
import { changeIndex, concurrentIndex } from "./concurrent-index";
import { missingOnShelf } from "./migration-state";
import type { Migration } from "./read-migrations";
import { retryForLocks } from "./retry-for-locks";
import { statementsOfShelf } from "./statements-of";

/** Applies the migrations that a shelf lacks, and returns their names. An interrupted run can be repeated. */
export async function migrateShelf(
  client: Client,
  shelf: string,
  migrations: readonly Migration[],
  retryForMs: number,
): Promise<readonly string[]> {
  const schema = client.escapeIdentifier(shelf);
  await client.query(`SET search_path = ${schema}, public`);
  await client.query("SET check_function_bodies = off");
  try {
    const missing = await missingOnShelf(client, shelf, migrations);
    for (const migration of missing) await apply(client, shelf, migration, retryForMs);
    return missing.map(({ name }) => name);
  } finally {
    await client.query("RESET search_path").catch(() => undefined);
    await client.query("RESET check_function_bodies").catch(() => undefined);
  }
}

async function apply(
  client: Client,
  shelf: string,
  { name, sql }: Migration,
  retryForMs: number,
): Promise<void> {
  const statements = statementsOfShelf(sql);
  const changes = statements.flatMap((statement) => concurrentIndex(statement) ?? []);
  const inside = statements.filter((statement) => concurrentIndex(statement) === undefined);
  try {
    for (const change of changes) await changeIndex(client, shelf, change);
    await retryForLocks(client, retryForMs, () => atOnce(client, shelf, [...inside, record(name)]));
  } catch (cause) {
    throw new Error(`migration ${name} failed on ${shelf}: run the command again`, { cause });
  }
}

const record = (name: string): string =>
  `INSERT INTO shelf_migrations (name) VALUES ('${name.replaceAll("'", "''")}')`;

/** Runs statements in one transaction, one by one, because Citus refuses several commands in one message. */
async function atOnce(client: Client, shelf: string, statements: readonly string[]): Promise<void> {
  try {
    await client.query("BEGIN");
    for (const statement of statements) await client.query(statement);
    await bindFunctions(client, shelf);
    await client.query("COMMIT");
  } catch (error) {
    // A broken connection has rolled back. Its own error says why.
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** Sets the search path of functions, so that they find the tables of their shelf on connections between nodes too. */
async function bindFunctions(client: Client, shelf: string): Promise<void> {
  const { rows } = await client.query<{ signature: string }>(
    `SELECT oid::regprocedure::text AS signature FROM pg_proc
     WHERE pronamespace = $1::text::regnamespace AND proconfig IS NULL`,
    [shelf],
  );
  const schema = client.escapeIdentifier(shelf);
  for (const { signature } of rows)
    await client.query(`ALTER FUNCTION ${signature} SET search_path TO ${schema}, public, pg_temp`);
}
