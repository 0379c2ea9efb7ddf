import type { ClientBase } from "pg";

/** The advisory lock of Prisma's own migrations. */
export const migrationLock = 72_707_369;

/** Locks the migrations of the database until the session ends. Returns false if another process has the lock. */
export async function tryLockMigrations(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>(
    "SELECT pg_try_advisory_lock($1) AS free",
    [migrationLock],
  );
  return rows[0]?.free === true;
}

export async function unlockMigrations(client: ClientBase): Promise<void> {
  await client.query("SELECT pg_advisory_unlock($1)", [migrationLock]);
}
