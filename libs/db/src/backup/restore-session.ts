import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Client, escapeIdentifier } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import {
  openOperatorSession,
  type ServiceTable,
  serviceTables,
  withRows,
} from "../connection/operator-session";
import { createTables } from "../migrations/create-tables";
import {
  type Migration,
  type MigrationRecord,
  readMigrations,
} from "../migrations/read-migrations";
import { DEPLOYMENTS, findDeploymentId } from "./backup-session";

/** What a restore writes into a database. */
export interface Dump {
  readonly migrations: readonly Migration[];
  /** The id of the deployment of the database. Undefined: its first process makes one. */
  readonly deploymentId: string | undefined;
  readonly sequences: Readonly<Record<string, string>>;
  readonly tables: readonly (ServiceTable & { readonly rows: number })[];
  /** The rows of a table, in the text format of `COPY`. */
  readonly open: (table: string) => Readable;
}

export interface RestoreSession {
  /** The id of the deployment of the database. Undefined for a new database. */
  deploymentId(): Promise<string | undefined>;
  /** Whether any table has a row, except the tables of migrations and of the deployment. */
  isFilled(): Promise<boolean>;
  otherConnections(): Promise<number>;
  /** Replaces everything in the schema `public` by a dump, in one transaction. */
  restore(dump: Dump): Promise<void>;
  close(): Promise<void>;
}

/** Connects to the database into which a backup is restored. */
export async function openRestoreSession(databaseUrl: string): Promise<RestoreSession> {
  const client = await openOperatorSession(databaseUrl, "restore");
  return {
    deploymentId: () => findDeploymentId(client),
    isFilled: async () => {
      const tables = (await serviceTables(client)).filter(({ name }) => name !== DEPLOYMENTS);
      return (await withRows(client, tables)).length > 0;
    },
    otherConnections: () => otherConnections(client),
    restore: (dump) => restore(client, dump),
    close: () => client.end(),
  };
}

/** The migrations that a backup names. Throws if the directory lacks one or has another: it is of another release. */
export async function migrationsOf(
  records: readonly MigrationRecord[],
  dir: string,
): Promise<readonly Migration[]> {
  const all = await readMigrations(dir);
  const checksums = new Map(all.map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of records) {
    if (checksums.get(name) !== checksum) {
      throw new Error(
        `this release does not have the migration ${name} of the backup: restore it with the release that made it`,
      );
    }
  }
  const wanted = new Set(records.map(({ name }) => name));
  return all.filter(({ name }) => wanted.has(name));
}

async function otherConnections(client: Client): Promise<number> {
  // Background processes of the server have no user.
  const { rows } = await client.query<{ count: number }>(`
    SELECT count(*)::int FROM pg_stat_activity
    WHERE datname = current_database() AND usesysid IS NOT NULL AND pid <> pg_backend_pid()`);
  return rows[0]?.count ?? 0;
}

async function restore(
  client: Client,
  { migrations, deploymentId, sequences, tables, open }: Dump,
): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(emptySchema);
    await createTables(client, migrations);
    const parts = await slowParts(client);
    for (const { drop_sql } of parts.toReversed()) await client.query(drop_sql);
    const made = await serviceTables(client);
    // Migrations insert rows too.
    await client.query(`TRUNCATE ${made.map(({ name }) => qualified(name)).join(", ")}`);
    for (const table of tables) {
      refuseUnlike(table, made);
      await fill(client, table, open(table.name));
    }
    if (deploymentId !== undefined && made.some(({ name }) => name === DEPLOYMENTS)) {
      await client.query(`INSERT INTO public.${DEPLOYMENTS} (id) VALUES ($1)`, [deploymentId]);
    }
    for (const { create_sql } of parts) await client.query(create_sql);
    for (const [name, value] of Object.entries(sequences))
      await client.query("SELECT setval($1::regclass, $2)", [qualified(name), value]);
    await client.query(
      `SELECT setval('public.outbox_id_seq', last_value + ${SKIPPED_JOBS}) FROM public.outbox_id_seq`,
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
  // The planner needs the statistics.
  await client.query("ANALYZE");
}

const emptySchema = `
  DROP SCHEMA IF EXISTS public CASCADE;
  CREATE SCHEMA public AUTHORIZATION pg_database_owner;
  GRANT USAGE ON SCHEMA public TO PUBLIC`;

/** More jobs than a service sends between a backup and its restore: Redis may still have jobs from after the backup. */
const SKIPPED_JOBS = 1_000_000_000;

const qualified = (name: string): string => `public.${escapeIdentifier(name)}`;

/** A table or a column may have been added to the database of the backup by hand. */
function refuseUnlike({ name, columns }: ServiceTable, made: readonly ServiceTable[]): void {
  const own = made.find((table) => table.name === name);
  const unlike = columns.find((column) => own?.columns.includes(column) !== true);
  if (unlike !== undefined)
    throw new Error(`no migration makes the column ${unlike} of the table ${name}`);
}

/** The content of a table that was made in this transaction. */
async function fill(
  client: Client,
  { name, columns, rows }: Dump["tables"][number],
  content: Readable,
): Promise<void> {
  const into = `${qualified(name)} (${columns.map(escapeIdentifier).join(", ")})`;
  const copy = client.query(copyFrom(`COPY ${into} FROM STDIN (FREEZE, ENCODING 'UTF8')`));
  await pipeline(content, copy);
  if (copy.rowCount !== rows)
    throw new Error(`the backup has ${copy.rowCount} rows of ${name}, and its manifest ${rows}`);
}

interface SlowPart {
  readonly drop_sql: string;
  readonly create_sql: string;
}

/**
 * What is faster once for all rows, in an order of creation. Triggers must not run for restored rows, and a constraint
 * that is not valid may not hold for old ones.
 */
async function slowParts(client: Client): Promise<readonly SlowPart[]> {
  const { rows } = await client.query<SlowPart>(`
    SELECT drop_sql, create_sql FROM (
      SELECT 1 AS rank, format('DROP INDEX public.%I', c.relname) AS drop_sql, pg_get_indexdef(i.indexrelid) AS create_sql
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE c.relnamespace = 'public'::regnamespace
        AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid AND contype IN ('p', 'u', 'x'))
      UNION ALL
      SELECT 2, format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
        format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND conrelid <> 0 AND (contype = 'f' OR NOT convalidated)
      UNION ALL
      SELECT DISTINCT 3, format('ALTER TABLE %s DISABLE TRIGGER USER', tgrelid::regclass),
        format('ALTER TABLE %s ENABLE TRIGGER USER', tgrelid::regclass)
      FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
      WHERE c.relnamespace = 'public'::regnamespace AND NOT tgisinternal
    ) AS parts ORDER BY rank`);
  return rows;
}
