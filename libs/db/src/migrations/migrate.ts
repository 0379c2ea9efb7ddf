import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";

/** The advisory lock of Prisma's own migrations. */
const migrationLock = 72_707_369;
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

/**
 * Applies the migrations of a directory (`prisma/migrations`) that a database lacks, and returns their names.
 * It keeps the records of Prisma, so that either tool can follow the other. Several processes may run it at
 * once: one applies, the others wait and find nothing to do.
 *
 * Throws when a migration failed, now or earlier, or was changed after it was applied.
 */
export async function migrate(databaseUrl: string, dir: string): Promise<readonly string[]> {
  const address = new URL(databaseUrl);
  address.searchParams.delete("schema");
  const client = new Client({ connectionString: address.toString() });
  await client.connect();
  try {
    await lock(client);
    const pending = missing(await readMigrations(dir), await readApplied(client));
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
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
    throw new Error(`migration ${failed.migration_name} failed earlier; resolve it first`);
  const checksums = new Map(applied.map((row) => [row.migration_name, row.checksum]));
  for (const { name, checksum } of migrations) {
    const before = checksums.get(name);
    if (before !== undefined && before !== checksum)
      throw new Error(`migration ${name} was changed after it was applied`);
  }
  return migrations.filter(({ name }) => !checksums.has(name));
}

async function apply(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  const id = randomUUID();
  await client.query(
    "INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, $2, $3)",
    [id, checksum, name],
  );
  try {
    // One simple query is one implicit transaction: a migration applies as a whole or not at all.
    await client.query(sql);
  } catch (cause) {
    await client.query("UPDATE _prisma_migrations SET logs = $2 WHERE id = $1", [
      id,
      String(cause),
    ]);
    throw new Error(`migration ${name} failed`, { cause });
  }
  await client.query(
    "UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1 WHERE id = $1",
    [id],
  );
}
