import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { isWorthRetrying } from "../connection/sql-state";

/** The advisory lock of Prisma's own migrations. */
export const migrationLock = 72_707_369;
const lockPollMs = 100;

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

interface Applied {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished_at: Date | null;
}

/** How long a statement waits for a lock. Less than requests wait for theirs: they queue behind it. */
const LOCK_WAIT_MS = 500;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

export interface MigrateOptions {
  /** Whether to repeat a migration that failed or was killed. */
  readonly resume?: boolean;
  /** How long a migration tries again to get its locks. */
  readonly retryForMs?: number;
}

/**
 * Applies the migrations of a directory (`prisma/migrations`) that a database lacks, and returns their names.
 * It keeps the records of Prisma, so that either tool can follow the other. Several processes may run it at
 * once: one applies, the others wait and find nothing to do. No statement waits long for a lock, as requests
 * queue behind it: the migration is tried again.
 *
 * Throws when a migration failed, now or earlier, or was changed after it was applied.
 */
export async function migrate(
  databaseUrl: string,
  dir: string,
  { resume = false, retryForMs = 300_000 }: MigrateOptions = {},
): Promise<readonly string[]> {
  const address = new URL(databaseUrl);
  address.searchParams.delete("schema");
  const client = new Client({ connectionString: address.toString() });
  // A connection that breaks fails the statement that runs on it.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await lock(client);
    // The server ends what a killed process began. Some systems cannot tell that it was killed.
    await client.query("SET client_connection_check_interval = 1000").catch(() => undefined);
    const migrations = await readMigrations(dir);
    const applied = await readApplied(client);
    const interrupted = applied.filter(({ finished_at }) => finished_at === null);
    if (resume) {
      for (const { migration_name } of interrupted)
        await takeBack(client, migration_name, migrations);
    }
    const pending = missing(migrations, resume ? applied.filter(isFinished) : applied);
    for (const migration of pending) await apply(client, migration, retryForMs);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

const isFinished = ({ finished_at }: Applied): boolean => finished_at !== null;

/** Records that an interrupted migration is to be applied again. Its transaction has left nothing. */
async function takeBack(
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
 * Takes the lock of migrations. It asks again and again: a statement that waits for the lock would block
 * `CREATE INDEX CONCURRENTLY` of the process that has it.
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

/** The migrations of a directory, in their order. */
export async function readMigrations(dir: string): Promise<readonly Migration[]> {
  const entries = await readdir(dir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const bytes = await readFile(path.join(dir, name, "migration.sql"));
      const checksum = createHash("sha256").update(bytes).digest("hex");
      return { name, sql: bytes.toString("utf8"), checksum };
    }),
  );
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
    // Where the connection broke, the record shows that the migration did not end.
    await client
      .query("UPDATE _prisma_migrations SET logs = $2 WHERE id = $1", [id, String(cause)])
      .catch(() => undefined);
    throw new Error(`migration ${name} failed`, { cause });
  }
}

const finish = (id: string): string =>
  `UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1 WHERE id = '${id}'`;

/** One simple query is one transaction: the migration and its record apply as a whole or not at all. */
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

/** The index that a migration makes or drops outside of a transaction; undefined for other migrations. */
function concurrentIndex(sql: string): IndexChange | undefined {
  const [, drop, index] = indexChange.exec(sql) ?? [];
  return index === undefined ? undefined : { index, drops: drop !== undefined };
}

/** It waits for open transactions, while no request waits for it. An interrupted one leaves an invalid index. */
async function applyConcurrently(
  client: Client,
  { id, sql, index, drops }: IndexChange & { readonly id: string; readonly sql: string },
): Promise<void> {
  await client.query("SET lock_timeout = 0");
  await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${client.escapeIdentifier(index)}`);
  if (!drops) await client.query(sql);
  await client.query(finish(id));
}
