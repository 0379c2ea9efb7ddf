import type { Readable } from "node:stream";
import { type Client, escapeIdentifier } from "pg";
import { to as copyTo } from "pg-copy-streams";
import {
  openOperatorSession,
  type ServiceTable,
  serviceTables,
  withRows,
} from "../connection/operator-session";
import { hasTable, readRecords } from "../migrations/migration-state";
import { type MigrationRecord, readMigrations } from "../migrations/read-migrations";
import { lockClasses } from "../sql/advisory-locks";

export interface NamedFile {
  readonly key: string;
  readonly byteSize: number;
  readonly contentType: string;
  /** The first hex digits of the SHA-256 of its content. Empty where no row stores them. */
  readonly sha256: string;
}

export interface BackupMoment {
  readonly at: Date;
  readonly migrations: readonly MigrationRecord[];
  /** The last value of each sequence that was used. */
  readonly sequences: Readonly<Record<string, string>>;
  readonly tables: readonly ServiceTable[];
  /** The names of tables that no migration makes, so that a restore could not make them. */
  readonly leftOut: readonly string[];
  readonly files: readonly NamedFile[];
  /** The size of a table on the disk of the server, in bytes. Its compressed rows are smaller. */
  readonly sizeOf: (table: ServiceTable) => Promise<number>;
  /** Gives the rows of a table to `store`, in the text format of `COPY`, and counts them. */
  readonly copy: <Stored>(
    table: ServiceTable,
    store: (content: Readable) => Promise<Stored>,
  ) => Promise<{ readonly stored: Stored; readonly rows: number }>;
}

/** The connection of a backup. Only one backup of a database runs at a time. */
export interface BackupSession {
  /** The id of the deployment. Undefined before the database has the table. */
  deploymentId(): Promise<string | undefined>;
  now(): Promise<Date>;
  namedFiles(): Promise<readonly NamedFile[]>;
  /** Runs `work` on a snapshot of the database. If `work` fails, the session must be closed. */
  atOneMoment<Result>(work: (moment: BackupMoment) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Connects for a backup. Undefined while another backup of this database runs. */
export async function openBackupSession(
  databaseUrl: string,
  migrationsDir: string,
): Promise<BackupSession | undefined> {
  const client = await openOperatorSession(databaseUrl, "backup");
  try {
    const { rows } = await client.query<{ free: boolean }>(
      `SELECT pg_try_advisory_lock(${lockClasses.backup}, 0) AS free`,
    );
    if (rows[0]?.free !== true) {
      await client.end();
      return undefined;
    }
    await refuseShards(client);
    return {
      deploymentId: () => findDeploymentId(client),
      now: () => readNow(client),
      namedFiles: () => namedFiles(client),
      atOneMoment: (work) => atOneMoment(client, migrationsDir, work),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/** What a backup reads and a restore replaces is the schema `public` alone. */
async function refuseShards(client: Client): Promise<void> {
  if (!(await hasTable(client, "shelves"))) return;
  const { rows } = await client.query<{ shards: boolean }>(
    "SELECT EXISTS (SELECT FROM shelves) AS shards",
  );
  if (rows[0]?.shards === true) throw new Error("the database has shards (docs/backup.md#shards)");
}

/** The time of the database; in a transaction, that of its beginning. */
async function readNow(client: Client): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>("SELECT now()");
  const [row] = rows;
  if (row === undefined) throw new Error("the database tells no time");
  return row.now;
}

async function atOneMoment<Result>(
  client: Client,
  migrationsDir: string,
  work: (moment: BackupMoment) => Promise<Result>,
): Promise<Result> {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
  const at = await readNow(client);
  const migrations = (await readRecords(client)).filter(({ finished }) => finished);
  const made = await tablesMadeBy(migrations, migrationsDir);
  const isMade = ({ name }: ServiceTable): boolean => made?.has(name) !== false;
  const all = await serviceTables(client);
  const own = all.filter((table) => isMade(table) && table.name !== DEPLOYMENTS);
  const result = await work({
    at,
    migrations,
    sequences: await readSequences(client, own),
    tables: await withRows(client, own),
    leftOut: all.filter((table) => !isMade(table)).map(({ name }) => name),
    files: await namedFiles(client),
    sizeOf: (table) => sizeOf(client, table),
    copy: (table, store) => copy(client, table, store),
  });
  await client.query("ROLLBACK");
  return result;
}

/** A snapshot does not hold sequences: they have their values of now, which are not below the ids of its rows. */
async function readSequences(
  client: Client,
  tables: readonly ServiceTable[],
): Promise<Readonly<Record<string, string>>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT sequencename AS name, last_value::text AS value
     FROM pg_sequences
     JOIN pg_depend ON objid = format('%I.%I', schemaname, sequencename)::regclass AND deptype IN ('a', 'i')
     JOIN pg_class ON pg_class.oid = refobjid
     WHERE schemaname = 'public' AND last_value IS NOT NULL AND relname = ANY($1) ORDER BY 1`,
    [tables.map(({ name }) => name)],
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** The names of the tables that migrations make. Undefined if this release does not know all of the migrations. */
async function tablesMadeBy(
  applied: readonly MigrationRecord[],
  dir: string,
): Promise<ReadonlySet<string> | undefined> {
  const known = new Map((await readMigrations(dir)).map(({ name, sql }) => [name, sql]));
  const made = new Set<string>();
  for (const { name } of applied) {
    const sql = known.get(name);
    if (sql === undefined) return undefined;
    for (const [, table = ""] of sql.matchAll(/^CREATE TABLE (?:IF NOT EXISTS )?"?(\w+)"?/gim))
      made.add(table);
  }
  return made;
}

async function sizeOf(client: Client, { name }: ServiceTable): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    "SELECT pg_table_size($1::regclass) AS bytes",
    [`public.${escapeIdentifier(name)}`],
  );
  return Number(rows[0]?.bytes ?? 0);
}

async function copy<Stored>(
  client: Client,
  { name, columns }: ServiceTable,
  store: (content: Readable) => Promise<Stored>,
): Promise<{ readonly stored: Stored; readonly rows: number }> {
  const from = `public.${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(", ")})`;
  const content = client.query(copyTo(`COPY ${from} TO STDOUT (ENCODING 'UTF8')`));
  // If `store` fails, the connection ends while it copies.
  content.on("error", () => undefined);
  const stored = await store(content);
  // The server sends the number of rows after them.
  await client.query("SELECT");
  return { stored, rows: content.rowCount };
}

/** The id of the deployment of a database. Undefined where none was stored. */
export async function findDeploymentId(client: Client): Promise<string | undefined> {
  if (!(await hasTable(client, DEPLOYMENTS))) return undefined;
  const { rows } = await client.query<{ id: string }>(`SELECT id FROM public.${DEPLOYMENTS}`);
  return rows[0]?.id;
}

/** A restored copy of a database is another deployment. */
export const DEPLOYMENTS = "deployments";

const PAGE = 20_000;

/** An upload without an option is about to be deleted. Its files may be gone already. */
const originalsSql = `
  SELECT id, storage_key, byte_size, content_type, sha256 FROM attachments
  WHERE (option_id IS NOT NULL OR cover_of_poll_id IS NOT NULL) AND id > $1::bigint ORDER BY id LIMIT ${PAGE}`;

/** The key of a derivative ends with the first digits of the digest of its content. */
const derivativesSql = `
  SELECT d.id, d.storage_key, d.byte_size, d.content_type,
    coalesce(substring(d.storage_key FROM '-([0-9a-f]{20})[.][0-9a-z]+$'), '') AS sha256
  FROM derivatives d JOIN attachments a ON a.id = d.attachment_id
  WHERE (a.option_id IS NOT NULL OR a.cover_of_poll_id IS NOT NULL) AND d.id > $1::bigint ORDER BY d.id LIMIT ${PAGE}`;

const linkPicturesSql = `
  SELECT poll_id AS id, storage_key, byte_size, 'image/jpeg' AS content_type,
    coalesce(substring(storage_key FROM '-([0-9a-f]{20})[.][0-9a-z]+$'), '') AS sha256
  FROM link_pictures
  WHERE storage_key IS NOT NULL AND poll_id > $1::bigint ORDER BY poll_id LIMIT ${PAGE}`;

interface FileRow {
  readonly id: string;
  readonly storage_key: string;
  readonly byte_size: string;
  readonly content_type: string;
  readonly sha256: string;
}

async function namedFiles(client: Client): Promise<readonly NamedFile[]> {
  const files: NamedFile[] = [];
  for (const sql of [originalsSql, derivativesSql, linkPicturesSql]) {
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
