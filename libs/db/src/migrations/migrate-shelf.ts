import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { isWorthRetrying } from "../connection/sql-state";
import type { Migration } from "./read-migrations";
import { statementsOfShelf } from "./statements-of";

/** How often a migration of a shelf is retried if it gets no lock, and the pause in between. */
const TRIES = 60;
const PAUSE_MS = 2_000;

const concurrently =
  /^(?:CREATE(?: UNIQUE)? INDEX CONCURRENTLY (?:IF NOT EXISTS )?|DROP INDEX CONCURRENTLY (?:IF EXISTS )?)"?(\w+)"?/i;

/** Applies the migrations that a shelf lacks, and returns their names. An interrupted run can be repeated. */
export async function migrateShelf(
  client: Client,
  shelf: string,
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  const schema = client.escapeIdentifier(shelf);
  await client.query(`SET search_path = ${schema}, public`);
  await client.query("SET check_function_bodies = off");
  try {
    const { rows } = await client.query<{ name: string }>("SELECT name FROM shelf_migrations");
    const applied = new Set(rows.map(({ name }) => name));
    const missing = migrations.filter(({ name }) => !applied.has(name));
    for (const migration of missing) await apply(client, shelf, migration);
    return missing.map(({ name }) => name);
  } finally {
    await client.query("RESET search_path").catch(() => undefined);
    await client.query("RESET check_function_bodies").catch(() => undefined);
  }
}

async function apply(client: Client, shelf: string, { name, sql }: Migration): Promise<void> {
  const statements = statementsOfShelf(sql);
  const outside = statements.filter((statement) => concurrently.test(statement));
  const inside = statements.filter((statement) => !concurrently.test(statement));
  try {
    for (const statement of outside) await changeIndex(client, shelf, statement);
    await atOnce(client, shelf, [...inside, record(name)]);
  } catch (cause) {
    throw new Error(`migration ${name} failed on ${shelf}: run the command again`, { cause });
  }
}

const record = (name: string): string =>
  `INSERT INTO shelf_migrations (name) VALUES ('${name.replaceAll("'", "''")}')`;

/** Creates or drops an index concurrently. Drops it first, because an interrupted creation leaves an invalid index. */
async function changeIndex(client: Client, shelf: string, statement: string): Promise<void> {
  const [, index = ""] = concurrently.exec(statement) ?? [];
  const named = `${client.escapeIdentifier(shelf)}.${client.escapeIdentifier(index)}`;
  await client.query("SET lock_timeout = 0");
  await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${named}`);
  if (!/^DROP/i.test(statement)) await client.query(statement);
}

/** Runs statements in one transaction, one by one, because Citus refuses several commands in one message. */
async function atOnce(client: Client, shelf: string, statements: readonly string[]): Promise<void> {
  await client.query("SET lock_timeout = 500");
  for (let tries = 1; ; tries++) {
    try {
      await client.query("BEGIN");
      for (const statement of statements) await client.query(statement);
      await bindFunctions(client, shelf);
      await client.query("COMMIT");
      return;
    } catch (error) {
      // A broken connection has rolled back. Its own error says why.
      await client.query("ROLLBACK").catch(() => undefined);
      if (!isWorthRetrying(error) || tries === TRIES) throw error;
      await pause(PAUSE_MS);
    }
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
