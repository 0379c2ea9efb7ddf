import type { Client } from "pg";
import { countRows, openOperatorSession, serverMajor } from "../connection/operator-session";
import { lockClasses } from "../sql/advisory-locks";

/** A file that database rows refer to. */
export interface NamedFile {
  readonly key: string;
  readonly byteSize: number;
  readonly contentType: string;
  /** The first hex digits of the SHA-256 of its content. Empty where no row stores them. */
  readonly sha256: string;
}

/** The contents of the database at one moment. */
export interface BackupMoment {
  /** The name of the snapshot, for `pg_dump --snapshot`. It is valid until the work ends. */
  readonly snapshot: string;
  readonly at: Date;
  /** The number of rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
  readonly files: readonly NamedFile[];
}

/** The connection of a backup. Only one backup of a database runs at a time. */
export interface BackupSession {
  readonly serverMajor: number;
  /** The files that rows refer to now. */
  namedFiles(): Promise<readonly NamedFile[]>;
  /** Runs `work` on a snapshot of the database, while other processes continue to write. */
  atOneMoment<Result>(work: (moment: BackupMoment) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Connects for a backup. Returns undefined while another backup of this database runs. */
export async function openBackupSession(databaseUrl: string): Promise<BackupSession | undefined> {
  const client = await openOperatorSession(databaseUrl, "backup");
  try {
    const { rows } = await client.query<{ free: boolean }>(
      `SELECT pg_try_advisory_lock(${lockClasses.backup}, 0) AS free`,
    );
    if (rows[0]?.free !== true) {
      await client.end();
      return undefined;
    }
    await refuseShelves(client);
    return {
      serverMajor: await serverMajor(client),
      namedFiles: () => namedFiles(client),
      atOneMoment: (work) => atOneMoment(client, work),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/** What a backup reads and a restore replaces is the schema `public` alone. */
async function refuseShelves(client: Client): Promise<void> {
  const { rows } = await client.query<{ shelves: boolean }>(
    "SELECT EXISTS (SELECT FROM shelves) AS shelves",
  );
  if (rows[0]?.shelves === true)
    throw new Error("the database has shelves (docs/backup.md#shelves)");
}

async function atOneMoment<Result>(
  client: Client,
  work: (moment: BackupMoment) => Promise<Result>,
): Promise<Result> {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
  try {
    const { rows } = await client.query<{ snapshot: string; at: Date }>(
      "SELECT pg_export_snapshot() AS snapshot, now() AS at",
    );
    const [moment] = rows;
    if (moment === undefined) throw new Error("the server exports no snapshot");
    return await work({
      ...moment,
      rows: await countRows(client),
      files: await namedFiles(client),
    });
  } finally {
    await client.query("ROLLBACK").catch(() => undefined);
  }
}

const PAGE = 20_000;

/** An upload without an option is about to be deleted. Its files may be gone already. */
const originalsSql = `
  SELECT id, storage_key, byte_size, content_type, sha256 FROM attachments
  WHERE option_id IS NOT NULL AND id > $1::bigint ORDER BY id LIMIT ${PAGE}`;

/** The key of a derivative ends with the first digits of the digest of its content. */
const derivativesSql = `
  SELECT d.id, d.storage_key, d.byte_size, d.content_type,
    coalesce(substring(d.storage_key FROM '-([0-9a-f]{20})[.][0-9a-z]+$'), '') AS sha256
  FROM derivatives d JOIN attachments a ON a.id = d.attachment_id
  WHERE a.option_id IS NOT NULL AND d.id > $1::bigint ORDER BY d.id LIMIT ${PAGE}`;

interface FileRow {
  readonly id: string;
  readonly storage_key: string;
  readonly byte_size: string;
  readonly content_type: string;
  readonly sha256: string;
}

async function namedFiles(client: Client): Promise<readonly NamedFile[]> {
  const files: NamedFile[] = [];
  for (const sql of [originalsSql, derivativesSql]) {
    let last = "0";
    for (;;) {
      const { rows } = await client.query<FileRow>(sql, [last]);
      for (const { id, storage_key: key, byte_size, content_type: contentType, sha256 } of rows) {
        files.push({ key, byteSize: Number(byte_size), contentType, sha256 });
        last = id;
      }
      if (rows.length < PAGE) break;
    }
  }
  return files;
}
