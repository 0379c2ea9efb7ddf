import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import { migrationsOf, type NamedFile, openRestoreSession } from "@polls/db/backup";
import {
  isStorageError,
  openStorage,
  readOwner,
  type Storage,
  withinPrefix,
  writeOwner,
} from "@polls/storage";
import { CommandFailure, UsageError } from "../command/command";
import { migrationsDir } from "../command/migrations-dir";
import type { BackupEnvironment, StoragePlace } from "./environment";
import { copyLacking, forEachOf, hasContent, receiptOf, sizesBelow } from "./files";
import { keys, listBackups, type Manifest, manifestSchema, readFileList, rowsOf } from "./manifest";

export interface RestoreOptions {
  readonly place: StoragePlace;
  /** The name of the backup. Default: the newest. */
  readonly name?: string | undefined;
  /** Whether to remove the rows of a database that is not empty. */
  readonly replace: boolean;
  readonly check: boolean;
  /** Whether to take over a storage that belongs to another deployment. */
  readonly adopt: boolean;
}

/** Restores a backup. Changes nothing unless every part of the backup is unchanged and complete. */
export async function restoreBackup(
  environment: BackupEnvironment,
  { place, name: wanted, replace, check, adopt }: RestoreOptions,
) {
  const begun = performance.now();
  const work = await mkdtemp(path.join(tmpdir(), "polls-restore-"));
  const whole = await openStorage(place.location);
  try {
    const source = withinPrefix(whole, place.prefix);
    const name = await findBackup(source, wanted);
    const manifest = await readManifest(source, name);
    const migrations = await migrationsOf(manifest.migrations, migrationsDir);
    const own = check ? undefined : await checkDatabase(environment, replace);
    const deployment = own ?? (adopt ? randomUUID() : undefined);
    const files = await readParts(source, { name, manifest, work });
    const found = {
      backup: name,
      rows: rowsOf(manifest),
      files: files.length,
      lost: manifest.lost,
    };
    const seconds = () => Math.round(performance.now() - begun) / 1_000;
    if (check) return { ...found, seconds: seconds() };
    const copied = await restoreFiles(environment, source, files, { deployment, adopt });
    await writeDatabase(environment, { manifest, migrations, deployment, work });
    return { ...found, copied, seconds: seconds() };
  } finally {
    await whole.close();
    await rm(work, { recursive: true, force: true });
  }
}

async function findBackup(source: Storage, wanted: string | undefined): Promise<string> {
  const { complete } = await listBackups(source);
  const name = wanted ?? complete.at(-1);
  if (name !== undefined && complete.includes(name)) return name;
  if (name === undefined) throw new UsageError("There is no backup at this place");
  throw new UsageError(
    `There is no backup ${name}. The backups are: ${complete.join(", ") || "none"}`,
  );
}

const readJson = async (source: Storage, key: string): Promise<unknown> =>
  JSON.parse((await buffer(await source.open(key))).toString("utf8"));

async function readManifest(source: Storage, name: string): Promise<Manifest> {
  const { success, data } = manifestSchema.safeParse(await readJson(source, keys.manifest(name)));
  if (success) return data;
  throw new CommandFailure(
    `${keys.manifest(name)} is damaged, or of another release: restore it with the release that made it`,
  );
}

/** The file into which a verified part of a backup is copied. */
const copyOf = (work: string, table: string): string => path.join(work, `${table}.copy.gz`);

/** Throws if it must not be restored into. Returns the id of its deployment, if it has one. */
async function checkDatabase(
  { databaseUrl }: BackupEnvironment,
  replace: boolean,
): Promise<string | undefined> {
  const session = await openRestoreSession(databaseUrl);
  try {
    if (!replace && (await session.isFilled())) {
      throw new CommandFailure(
        "The database has rows: name an empty database in DATABASE_URL, or remove all its rows with --replace",
      );
    }
    const others = await session.otherConnections();
    if (others > 0) {
      throw new CommandFailure(
        `There are ${others} other connections to the database: stop all services first`,
      );
    }
    return await session.deploymentId();
  } finally {
    await session.close();
  }
}

/** Reads all parts of a backup, and copies the tables. Throws if a part is missing or changed. */
async function readParts(
  source: Storage,
  backup: { readonly name: string; readonly manifest: Manifest; readonly work: string },
): Promise<readonly NamedFile[]> {
  const { name, manifest, work } = backup;
  for (const [table, part] of Object.entries(manifest.tables)) {
    const key = keys.table(name, table);
    const handle = await open(copyOf(work, table), "wx", 0o600);
    try {
      const content = await openPart(source, key);
      const { sha256 } = await receiptOf(content, (chunk) => handle.writeFile(chunk));
      if (sha256 !== part.sha256) throw damaged([key]);
    } finally {
      await handle.close();
    }
  }
  const list = await buffer(await openPart(source, keys.files(name)));
  const { sha256 } = await receiptOf(Readable.from([list]));
  if (sha256 !== manifest.files.sha256) throw damaged([keys.files(name)]);
  const files = readFileList(list.toString("utf8"));
  const media = withinPrefix(source, keys.media);
  const broken: string[] = [];
  await forEachOf(files, async (file) => {
    if (!(await hasContent(media, file))) broken.push(`${keys.media}${file.key}`);
  });
  if (broken.length > 0) throw damaged(broken.sort());
  return files;
}

async function openPart(source: Storage, key: string): Promise<Readable> {
  try {
    return await source.open(key);
  } catch (error) {
    throw isStorageError(error, "missing") ? damaged([key]) : error;
  }
}

const damaged = (parts: readonly string[]): CommandFailure =>
  new CommandFailure(
    `Nothing was changed: ${parts.length} parts of the backup are missing or damaged, such as ${parts[0]}`,
  );

/** Copies the files that the storage lacks. The storage of another deployment is not changed. */
async function restoreFiles(
  { storage }: BackupEnvironment,
  source: Storage,
  files: readonly NamedFile[],
  { deployment, adopt }: { readonly deployment: string | undefined; readonly adopt: boolean },
): Promise<number> {
  const to = await openStorage(storage);
  try {
    const owner = await readOwner(to);
    const from = withinPrefix(source, keys.media);
    const sizes = await sizesBelow(to);
    const lacking = files.filter(({ key, byteSize }) => sizes.get(key) !== byteSize);
    const isForeign = owner !== undefined && owner !== deployment;
    if (isForeign && lacking.length > 0 && !adopt) {
      throw new CommandFailure(
        `The storage belongs to another deployment, and lacks ${lacking.length} files of the backup: ` +
          "name an empty place in S3_PREFIX or STORAGE_DIR, or take the storage over with --adopt",
      );
    }
    if (adopt && deployment !== undefined) await writeOwner(to, deployment);
    const copied = await copyLacking(lacking, { from, to, sizes });
    if (copied.lost.length > 0) throw damaged(copied.lost);
    return copied.files;
  } finally {
    await to.close();
  }
}

async function writeDatabase(
  { databaseUrl }: BackupEnvironment,
  {
    manifest: { sequences, tables },
    migrations,
    deployment: deploymentId,
    work,
  }: {
    readonly manifest: Manifest;
    readonly deployment: string | undefined;
    readonly migrations: Awaited<ReturnType<typeof migrationsOf>>;
    readonly work: string;
  },
): Promise<void> {
  const session = await openRestoreSession(databaseUrl);
  try {
    await session.restore({
      migrations,
      deploymentId,
      sequences,
      tables: Object.entries(tables).map(([name, table]) => ({ name, ...table })),
      open: (table) =>
        pipeline(createReadStream(copyOf(work, table)), createGunzip(), () => undefined),
    });
  } finally {
    await session.close();
  }
}
