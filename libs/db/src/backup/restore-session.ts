import type { Client } from "pg";
import { countRows, openOperatorSession, serverMajor } from "../connection/operator-session";

/** The connection of a restore. */
export interface RestoreSession {
  readonly serverMajor: number;
  /** Whether any table has a row, except the table of migrations. */
  isFilled(): Promise<boolean>;
  /** The number of other connections to the database. */
  otherConnections(): Promise<number>;
  /** Updates the statistics of the planner. */
  analyze(): Promise<void>;
  close(): Promise<void>;
}

/** Connects to the database into which a backup is restored. */
export async function openRestoreSession(databaseUrl: string): Promise<RestoreSession> {
  const client = await openOperatorSession(databaseUrl, "restore");
  try {
    return {
      serverMajor: await serverMajor(client),
      isFilled: () => isFilled(client),
      otherConnections: () => otherConnections(client),
      analyze: async () => {
        await client.query("ANALYZE");
      },
      close: () => client.end(),
    };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function isFilled(client: Client): Promise<boolean> {
  const { _prisma_migrations: _, ...rows } = await countRows(client);
  return Object.values(rows).some((count) => count > 0);
}

async function otherConnections(client: Client): Promise<number> {
  // Background processes of the server have no user.
  const { rows } = await client.query<{ count: number }>(`
    SELECT count(*)::int FROM pg_stat_activity
    WHERE datname = current_database() AND usesysid IS NOT NULL AND pid <> pg_backend_pid()`);
  return rows[0]?.count ?? 0;
}

/**
 * The statements before those of a dump. They remove the existing objects of the schema `public`, in the
 * same transaction as the restore.
 */
export const beforeDump = `
BEGIN;
DROP SCHEMA IF EXISTS public CASCADE;
CREATE SCHEMA public AUTHORIZATION pg_database_owner;
GRANT USAGE ON SCHEMA public TO PUBLIC;
`;

/** More than the number of jobs that a service sends between a backup and its restore. */
const SKIPPED_JOBS = 1_000_000_000;

/**
 * The statements after those of a dump. They compare row counts with those of the backup. They also
 * skip job ids: Redis may still have jobs from after the backup, which must not be confused with
 * new ones. The names of tables must not contain quotes.
 */
export function afterDump(rows: Readonly<Record<string, number>>): string {
  const checks = Object.entries(rows).map(
    ([name, count]) => `
DO $check$ BEGIN
  IF (SELECT count(*) FROM public."${name}") <> ${count} THEN
    RAISE EXCEPTION 'the dump has not the % rows of ${name} that the backup counted', ${count};
  END IF;
END $check$;`,
  );
  return `${checks.join("")}
SELECT setval('public.outbox_id_seq', (SELECT last_value FROM public.outbox_id_seq) + ${SKIPPED_JOBS});
COMMIT;
`;
}
