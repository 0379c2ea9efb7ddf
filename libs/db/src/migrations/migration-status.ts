import { escapeIdentifier } from "pg";
import { connectDatabase } from "../connection/connect";
import { query } from "../sql/statement";
import { migrationLock } from "./migration-lock";
import {
  type MigrationState,
  otherShards,
  readMigrationState,
  type Session,
} from "./migration-state";

export interface MigrationStatus extends MigrationState {
  /** Whether a process is migrating the database. */
  readonly running: boolean;
  /** Progress of the index that is being built, in percent. Absent when none is built. */
  readonly indexPercent?: number;
  /** Rows of earlier releases that services still complete, by what they lack. Present when no migration is missing. */
  readonly backfills?: Readonly<Record<string, number>>;
}

interface Progress {
  readonly running: boolean;
  readonly indexPercent: number | null;
}

const progressSql = query<Progress>(
  "migration-progress",
  `SELECT EXISTS (
       SELECT FROM pg_locks
       WHERE locktype = 'advisory' AND objid = ${migrationLock} AND objsubid = 1 AND granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
     ) AS running,
     (SELECT (100 * blocks_done / greatest(blocks_total, 1))::int
      FROM pg_stat_progress_create_index WHERE datname = current_database() LIMIT 1) AS index_percent`,
);

// The condition equals that of the index by which services find these rows.
const backfillsSql = (schema: string): string =>
  `SELECT 'uploads without a ThumbHash' AS lacks, count(*)::int AS rows FROM ${schema}.attachments
   WHERE thumbhash IS NULL AND processed_at IS NOT NULL AND processing_error IS NULL AND kind <> 'file'`;

/** Reads the progress of the migrations of a directory. Changes nothing. */
export async function readMigrationStatus(
  databaseUrl: string,
  dir: string,
): Promise<MigrationStatus> {
  const db = connectDatabase(databaseUrl, { max: 1 });
  try {
    const [progress] = (await db.run(progressSql())).rows;
    const { running = false, indexPercent } = progress ?? {};
    const state = await readMigrationState(db, dir);
    const done = state.missing.length === 0 && state.failed.length === 0;
    return {
      ...state,
      running,
      ...(typeof indexPercent === "number" && { indexPercent }),
      ...(done && { backfills: await readBackfills(db.pool) }),
    };
  } finally {
    await db.close();
  }
}

async function readBackfills(session: Session): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const schema of ["public", ...(await otherShards(session))]) {
    const { rows } = await session.query<{ lacks: string; rows: number }>(
      backfillsSql(escapeIdentifier(schema)),
    );
    for (const { lacks, rows: count } of rows) counts[lacks] = (counts[lacks] ?? 0) + count;
  }
  return counts;
}
