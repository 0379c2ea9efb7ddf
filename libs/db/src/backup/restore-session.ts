import type { Client } from "pg";
import { countRows, openOperatorSession, serverMajor } from "./operator-session";

/** The connection of a restore. */
export interface RestoreSession {
  readonly serverMajor: number;
  /** Whether a table of the database has a row, beside those of its migrations. */
  isFilled(): Promise<boolean>;
  /** How many other connections there are to the database. */
  otherConnections(): Promise<number>;
  /** Gives the planner its statistics. */
  analyze(): Promise<void>;
  close(): Promise<void>;
}

/** Connects to the database that a backup is restored into. */
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
  // Processes of the server itself have no user.
  const { rows } = await client.query<{ count: number }>(`
    SELECT count(*)::int FROM pg_stat_activity
    WHERE datname = current_database() AND usesysid IS NOT NULL AND pid <> pg_backend_pid()`);
  return rows[0]?.count ?? 0;
}

/**
 * The statements before those of a dump: they remove what the database has. The restored rows come in the same
 * transaction.
 */
export const beforeDump = `
BEGIN;
DROP SCHEMA IF EXISTS public CASCADE;
CREATE SCHEMA public AUTHORIZATION pg_database_owner;
GRANT USAGE ON SCHEMA public TO PUBLIC;
`;

/** More than the jobs of a service between a backup and its restore. */
const SKIPPED_JOBS = 1_000_000_000;

/**
 * The statements after those of a dump. They compare the numbers of rows with those of the backup, and skip ids of
 * jobs: Redis may still have jobs from after the backup, which must not be taken for new ones. Names of tables are
 * plain words.
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
