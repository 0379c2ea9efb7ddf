import { escapeIdentifier, type QueryResultRow } from "pg";
import type { ReadSource } from "../connection/read-source";
import { type Migration, type MigrationRecord, readMigrations } from "./read-migrations";

/** How the migrations of a database and of this release differ, by name. All but the missing ones are of `public`. */
export interface MigrationState {
  readonly applied: readonly string[];
  /** Migrations of this release that are not applied. A name may end with the shard that lacks it. */
  readonly missing: readonly string[];
  /** Migrations that began and did not end. */
  readonly failed: readonly string[];
  /** Migrations that were changed after they were applied. */
  readonly changed: readonly string[];
  /** Migrations that this release does not have, such as those of a newer release. */
  readonly unknown: readonly string[];
}

/** A pool or a connection. Statements name schemas of shards, so they are not statements of `query`. */
export interface Session {
  query<Row extends QueryResultRow>(text: string): Promise<{ readonly rows: Row[] }>;
}

export interface AppliedRecord extends MigrationRecord {
  readonly finished: boolean;
}

/** Compares a database, with all its shards, with the migrations of a directory. Changes nothing. */
export async function readMigrationState(
  { pool }: Pick<ReadSource, "pool">,
  dir: string,
): Promise<MigrationState> {
  const migrations = await readMigrations(dir);
  const home = await readHomeState(pool, migrations);
  const missing = [...home.missing];
  for (const shard of await otherShards(pool)) {
    const lacking = await missingOnShard(pool, shard, migrations);
    missing.push(...lacking.map(({ name }) => nameOnShard(name, shard)));
  }
  return { ...home, missing };
}

/** The state of `public`. */
export async function readHomeState(
  session: Session,
  migrations: readonly Migration[],
): Promise<MigrationState> {
  const rows = await readRecords(session);
  const records = new Map(rows.map((row) => [row.name, row]));
  const known = new Set(migrations.map(({ name }) => name));
  const names = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name);
  const done = rows.filter(({ finished }) => finished);
  return {
    applied: names(done),
    missing: names(migrations.filter(({ name }) => !records.has(name))),
    failed: names(rows.filter(({ finished }) => !finished)),
    changed: names(
      migrations.filter(
        ({ name, checksum }) => (records.get(name)?.checksum ?? checksum) !== checksum,
      ),
    ),
    unknown: names(done).filter((name) => !known.has(name)),
  };
}

/** The records of `public`. Empty for a database that was never migrated. */
export async function readRecords(session: Session): Promise<readonly AppliedRecord[]> {
  if (!(await hasTable(session, "_prisma_migrations"))) return [];
  const { rows } = await session.query<AppliedRecord & QueryResultRow>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
     FROM public._prisma_migrations WHERE rolled_back_at IS NULL`,
  );
  return rows;
}

/** Whether `public` has a table. */
export async function hasTable(session: Session, table: string): Promise<boolean> {
  const { rows } = await session.query(`SELECT WHERE to_regclass('public.${table}') IS NOT NULL`);
  return rows.length > 0;
}

/** The schemas of all shards but `public`. */
export async function otherShards(session: Session): Promise<readonly string[]> {
  if (!(await hasTable(session, "shelves"))) return [];
  const { rows } = await session.query<{ name: string }>(
    "SELECT name FROM public.shelves WHERE number > 0 ORDER BY number",
  );
  return rows.map(({ name }) => name);
}

/** The migrations that a shard lacks. */
export async function missingOnShard(
  session: Session,
  shard: string,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  const { rows } = await session.query<{ name: string }>(
    `SELECT name FROM ${escapeIdentifier(shard)}.shelf_migrations`,
  );
  const applied = new Set(rows.map(({ name }) => name));
  return migrations.filter(({ name }) => !applied.has(name));
}

/** How a migration of a shard is shown to operators. */
export const nameOnShard = (name: string, shard: string): string => `${name} on ${shard}`;
