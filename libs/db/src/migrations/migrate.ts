import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { openOperatorSession } from "../connection/operator-session";
import { changeIndex, concurrentIndex } from "./concurrent-index";
import { createRecords } from "./create-tables";
import { migrateShard } from "./migrate-shard";
import { tryLockMigrations } from "./migration-lock";
import { type MigrationState, nameOnShard, otherShards, readHomeState } from "./migration-state";
import { type Migration, readMigrations } from "./read-migrations";
import { retryForLocks } from "./retry-for-locks";

const lockPollMs = 100;

export interface MigrateOptions {
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
    await createRecords(client);
    if (resume) await markForRetry(client, migrations);
    const pending = pendingOf(await readHomeState(client, migrations), migrations);
    for (const migration of pending) await apply(client, migration, retryForMs);
    const applied = pending.map(({ name }) => name);
    for (const shard of await otherShards(client)) {
      const names = await migrateShard(client, shard, migrations, retryForMs);
      applied.push(...names.map((name) => nameOnShard(name, shard)));
    }
    return applied;
  } finally {
    await client.end();
  }
}

/** Marks interrupted migrations to be applied again. Their transactions left no changes. */
async function markForRetry(client: Client, migrations: readonly Migration[]): Promise<void> {
  const { failed } = await readHomeState(client, migrations);
  for (const name of failed) {
    if (migrations.every((each) => each.name !== name))
      throw new Error(
        `migration ${name} is of another release: resume with the command of that one`,
      );
    await client.query(
      `UPDATE _prisma_migrations SET rolled_back_at = now()
       WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL`,
      [name],
    );
  }
}

/** Polls for the lock of migrations. A waiting statement would block `CREATE INDEX CONCURRENTLY` of the holder. */
async function lock(client: Client): Promise<void> {
  while (!(await tryLockMigrations(client))) await pause(lockPollMs);
}

function pendingOf(
  { failed, changed, missing }: MigrationState,
  migrations: readonly Migration[],
): readonly Migration[] {
  if (failed.length > 0)
    throw new Error(
      `migration ${failed[0]} failed or was killed earlier: see why, and run npm run db:migrate -- resume`,
    );
  if (changed.length > 0)
    throw new Error(`migration ${changed[0]} was changed after it was applied`);
  return migrations.filter(({ name }) => missing.includes(name));
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
    if (change === undefined) {
      // The migration and its record are one transaction, because they are one simple query.
      await retryForLocks(client, retryForMs, () => client.query(`${sql}\n;\n${finish(id)}`));
    } else {
      await changeIndex(client, "public", change);
      await client.query(finish(id));
    }
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
