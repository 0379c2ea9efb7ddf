import { randomUUID } from "node:crypto";
import type { ClientBase } from "pg";
import type { Migration } from "./read-migrations";

/** Creates the table of the migrations that were applied, as Prisma does. */
export async function createRecords(client: ClientBase): Promise<void> {
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
}

/** Applies migrations to an empty schema `public`, in the transaction of the caller. */
export async function createTables(
  client: ClientBase,
  migrations: readonly Migration[],
): Promise<void> {
  await createRecords(client);
  for (const { name, sql, checksum } of migrations) {
    // No transaction may create an index concurrently, and no request waits for an empty table.
    await client.query(sql.replaceAll(/\bINDEX CONCURRENTLY\b/gi, "INDEX"));
    await client.query(
      `INSERT INTO public._prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), 1)`,
      [randomUUID(), checksum, name],
    );
  }
}
