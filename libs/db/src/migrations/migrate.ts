import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { openOperatorSession } from "../connection/operator-session";
import { isWorthRetrying } from "../connection/sql-state";
import { migrateShelf } from "./migrate-shelf";
import { type Migration, readMigrations } from "./read-migrations";

/** The advisory lock of Prisma's own migrations. */
export const migrationLock = 72_707_369;
const lockPollMs = 100;

interface Applied {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished_at: Date | null;
}

/**
 * How long a statement waits for a lock. It must be shorter than the wait of requests, which queue
 * behind it.
 */
const LOCK_WAIT_MS = 500;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

export interface MigrateOptions {
  /** Whether to repeat a migration that failed or was killed. */
  readonly resume?: boolean;
  /** How long a migration retries to get its locks. */
  readonly retryForMs?: number;
}

/**
 * Applies the migrations of a directory (`prisma/migrations`) that a database does not have yet,
 * and returns their names. It keeps the same records as Prisma, so that either tool can continue
 * after the other. Several processes may run it at once: one applies the migrations, and the others
 * wait and find nothing to do. Statements wait only briefly for locks, because requests queue
 * behind them; a migration that gets no lock is retried.
 *
 * Throws if a migration fails, failed earlier, or was changed after it was applied.
 */
export async function migrate(
  databaseUrl: string,
  dir: string,
  { resume = false, retryForMs = 300_000 }: MigrateOptions = {},
): Promise<readonly string[]> {
  const client = await openOperatorSession(databaseUrl, "migrate");
  try {
    await lock(client);
    // Makes the server stop statements of a killed client. Not all systems support this check.
    await client.query("SET client_connection_check_interval = 1000").catch(() => undefined);
    const migrations = await readMigrations(dir);
    const applied = await readApplied(client);
    const interrupted = applied.filter(({ finished_at }) => finished_at === null);
    if (resume) {
      for (const { migration_name } of interrupted)
        await markForRetry(client, migration_name, migrations);
    }
    const pending = missing(migrations, resume ? applied.filter(isFinished) : applied);
    for (const migration of pending) await apply(client, migration, retryForMs);
    const onShelves = await migrateShelves(client, migrations);
    return [...pending.map(({ name }) => name), ...onShelves];
  } finally {
    await client.end();
  }
}

/** Applies the migrations that shelves lack; each with the name of its shelf. */
async function migrateShelves(
  client: Client,
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  const { rows: known } = await client.query("SELECT WHERE to_regclass('public.shelves') IS NULL");
  if (known.length > 0) return [];
  const { rows } = await client.query<{ name: string }>(
    "SELECT name FROM public.shelves WHERE number > 0 ORDER BY number",
  );
  const applied: string[] = [];
  for (const { name: shelf } of rows) {
    const names = await migrateShelf(client, shelf, migrations);
    applied.push(...names.map((name) => `${name} on ${shelf}`));
  }
  return applied;
}

const isFinished = ({ finished_at }: Applied): boolean => finished_at !== null;

/** Marks an interrupted migration to be applied again. Its transaction left no changes. */
async function markForRetry(
  client: Client,
  name: string,
  migrations: readonly Migration[],
): Promise<void> {
  if (migrations.every((each) => each.name !== name))
    throw new Error(`migration ${name} is of another release: resume with the command of that one`);
  await client.query(
    `UPDATE _prisma_migrations SET rolled_back_at = now()
     WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL`,
    [name],
  );
}

/**
 * Acquires the lock of migrations by polling. A statement that waits for the lock would block
 * `CREATE INDEX CONCURRENTLY` in the process that has it.
 */
async function lock(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ free: boolean }>(
      "SELECT pg_try_advisory_lock($1) AS free",
      [migrationLock],
    );
    if (rows[0]?.free === true) return;
    await pause(lockPollMs);
  }
}

async function readApplied(client: Client): Promise<readonly Applied[]> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS _prisma_migrations (
      id                  VARCHAR(36) PRIMARY KEY NOT NULL,
      checksum            VARCHAR(64) NOT NULL,
      finished_at         TIMESTAMPTZ,
      migration_name      VARCHAR(255) NOT NULL,
      logs                TEXT,
      rolled_back_at      TIMESTAMPTZ,
      started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
      applied_steps_count INTEGER NOT NULL DEFAULT 0
    )`);
  const { rows } = await client.query<Applied>(
    "SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL",
  );
  return rows;
}

function missing(
  migrations: readonly Migration[],
  applied: readonly Applied[],
): readonly Migration[] {
  const failed = applied.find(({ finished_at }) => finished_at === null);
  if (failed !== undefined)
    throw new Error(
      `migration ${failed.migration_name} failed or was killed earlier: see why, and run npm run db:migrate -- resume`,
    );
  const checksums = new Map(applied.map((row) => [row.migration_name, row.checksum]));
  for (const { name, checksum } of migrations) {
    const before = checksums.get(name);
    if (before !== undefined && before !== checksum)
      throw new Error(`migration ${name} was changed after it was applied`);
  }
  return migrations.filter(({ name }) => !checksums.has(name));
}

async function apply(
  client: Client,
  { name, sql, checksum }: Migration,
  retryForMs: number,
): Promise<void> {
  const id = randomUUID();
  await client.query(
    "INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, $2, $3)",
    [id, checksum, name],
  );
  try {
    const change = concurrentIndex(sql);
    if (change === undefined) await applyAtOnce(client, { id, sql, retryForMs });
    else await applyConcurrently(client, { id, sql, ...change });
  } catch (cause) {
    // If the connection broke, the missing end in the record shows that the migration failed.
    await client
      .query("UPDATE _prisma_migrations SET logs = $2 WHERE id = $1", [id, String(cause)])
      .catch(() => undefined);
    throw new Error(`migration ${name} failed`, { cause });
  }
}

const finish = (id: string): string =>
  `UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1 WHERE id = '${id}'`;

/** Applies a migration and its record in one transaction, as one simple query. */
async function applyAtOnce(
  client: Client,
  {
    id,
    sql,
    retryForMs,
  }: { readonly id: string; readonly sql: string; readonly retryForMs: number },
): Promise<void> {
  const end = performance.now() + retryForMs;
  await client.query(`SET lock_timeout = ${LOCK_WAIT_MS}`);
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      await client.query(`${sql}\n;\n${finish(id)}`);
      return;
    } catch (error) {
      if (!isWorthRetrying(error) || performance.now() + pauseMs > end) throw error;
      await pause(pauseMs);
    }
  }
}

interface IndexChange {
  readonly index: string;
  readonly drops: boolean;
}

const indexChange =
  /^\s*(?:--[^\n]*\n\s*)*(?:CREATE(?: UNIQUE)?|(DROP)) INDEX CONCURRENTLY (?:IF (?:NOT )?EXISTS )?"?(\w+)"?/i;

/**
 * The index that a migration creates or drops outside of a transaction. Undefined for other
 * migrations.
 */
function concurrentIndex(sql: string): IndexChange | undefined {
  const [, drop, index] = indexChange.exec(sql) ?? [];
  return index === undefined ? undefined : { index, drops: drop !== undefined };
}

/**
 * Changes an index concurrently. This waits for open transactions, but no request waits for it. An
 * interruption leaves an invalid index.
 */
async function applyConcurrently(
  client: Client,
  { id, sql, index, drops }: IndexChange & { readonly id: string; readonly sql: string },
): Promise<void> {
  await client.query("SET lock_timeout = 0");
  await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${client.escapeIdentifier(index)}`);
  if (!drops) await client.query(sql);
  await client.query(finish(id));
}
