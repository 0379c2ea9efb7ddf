import type { Queryable } from "../sql/queryable";
import { query } from "../sql/statement";
import { readMigrations } from "./migrate";

/** How the migrations of a database differ from those of this release, by their names. */
export interface MigrationState {
  readonly applied: readonly string[];
  /** Of this release, and not applied. */
  readonly missing: readonly string[];
  /** Begun and not ended. */
  readonly failed: readonly string[];
  /** Applied, and changed since. */
  readonly changed: readonly string[];
  /** Of another release, such as a newer one. */
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

/** Compares a database with the migrations of a directory (`prisma/migrations`), and changes nothing. */
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

/** None in a database that was never migrated. */
async function readApplied(queryable: Queryable): Promise<readonly AppliedRecord[]> {
  const [found] = (await queryable.run(recordedSql())).rows;
  return found?.recorded === true ? (await queryable.run(appliedSql())).rows : [];
}
