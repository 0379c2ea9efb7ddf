import type { Queryable } from "../sql/queryable";
import { query } from "../sql/statement";
import { readMigrations } from "./read-migrations";

/** The differences between the migrations of a database and of this release, by name. */
export interface MigrationState {
  readonly applied: readonly string[];
  /** Migrations of this release that are not applied. */
  readonly missing: readonly string[];
  /** Migrations that began and did not end. */
  readonly failed: readonly string[];
  /** Migrations that were changed after they were applied. */
  readonly changed: readonly string[];
  /** Migrations that this release does not have, such as those of a newer release. */
  readonly unknown: readonly string[];
}

interface AppliedRecord {
  readonly migrationName: string;
  readonly checksum: string;
  readonly finishedAt: Date | null;
}

const recordedSql = query<{ readonly recorded: boolean }>(
  "migrations-recorded",
  "SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS recorded",
);

const appliedSql = query<AppliedRecord>(
  "applied-migrations",
  "SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL",
);

/**
 * Compares a database with the migrations of a directory (`prisma/migrations`). Changes nothing.
 */
export async function readMigrationState(
  queryable: Queryable,
  dir: string,
): Promise<MigrationState> {
  const [own, rows] = await Promise.all([readMigrations(dir), readApplied(queryable)]);
  const records = new Map(rows.map((row) => [row.migrationName, row]));
  const known = new Set(own.map(({ name }) => name));
  const names = (rows: readonly AppliedRecord[]) => rows.map((row) => row.migrationName);
  const done = rows.filter(({ finishedAt }) => finishedAt !== null);
  return {
    applied: names(done),
    missing: own.filter(({ name }) => !records.has(name)).map(({ name }) => name),
    failed: names(rows.filter(({ finishedAt }) => finishedAt === null)),
    changed: own
      .filter(({ name, checksum }) => (records.get(name)?.checksum ?? checksum) !== checksum)
      .map(({ name }) => name),
    unknown: names(done).filter((name) => !known.has(name)),
  };
}

/** The applied migrations. Empty for a database that was never migrated. */
async function readApplied(queryable: Queryable): Promise<readonly AppliedRecord[]> {
  const [found] = (await queryable.run(recordedSql())).rows;
  return found?.recorded === true ? (await queryable.run(appliedSql())).rows : [];
}
