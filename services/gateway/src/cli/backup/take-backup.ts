import { pipeline, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { createGzip } from "node:zlib";
import { type BackupMoment, type BackupSession, openBackupSession } from "@polls/db/backup";
import {
  isFileKey,
  isStorageError,
  openStorage,
  type PutReceipt,
  readOwner,
  type Storage,
  withinPrefix,
  writeOwner,
} from "@polls/storage";
import { CommandFailure } from "../command/command";
import { migrationsDir } from "../command/migrations-dir";
import type { BackupEnvironment, StoragePlace } from "./environment";
import { type Copied, copyLacking, receiptOf, sizesBelow } from "./files";
import {
  backupNameOf,
  keys,
  listBackups,
  type Manifest,
  readFileList,
  rowsOf,
  writeFileList,
} from "./manifest";

export interface BackupResult {
  readonly backup: string;
  readonly rows: number;
  readonly files: number;
  /** The number of files that the place did not have. */
  readonly copied: number;
  readonly copied_bytes: number;
  readonly dump_bytes: number;
  /** Tables that no migration makes. They are not part of the backup. */
  readonly left_out: readonly string[];
  /** Files that rows name but the storage does not have. */
  readonly lost: readonly string[];
  /** The number of names in the place that belong to no backup, such as `.DS_Store`. They stay. */
  readonly foreign_names: number;
  readonly removed: readonly string[];
  readonly seconds: number;
}

/** A file may be deleted between the dump and its copy. The next dump does not name it. */
const ATTEMPTS = 3;

/** The rows at one moment, and their files. With `keep`, only the newest backups stay. */
export async function takeBackup(
  { databaseUrl, storage }: BackupEnvironment,
  {
    place,
    keep,
    adopt,
  }: {
    readonly place: StoragePlace;
    readonly keep?: number | undefined;
    /** Whether to take over a place with the backups of another deployment. */
    readonly adopt: boolean;
  },
): Promise<BackupResult> {
  const begun = performance.now();
  const session = await openBackupSession(databaseUrl, migrationsDir);
  if (session === undefined) throw new CommandFailure("Another backup of this database is running");
  try {
    const [files, whole] = await Promise.all([openStorage(storage), openStorage(place.location)]);
    try {
      const target = withinPrefix(whole, place.prefix);
      const deployment = await session.deploymentId();
      if (await requirePlace(target, { deployment, adopt, removes: keep !== undefined })) {
        await removeUnfinished(target, await session.now());
      }
      const foreign = new Set<string>();
      const parts = { session, files, target, onForeign: (name: string) => foreign.add(name) };
      const made = await writeBackup(parts);
      const removed = keep === undefined ? [] : await removeOld(parts, keep);
      const seconds = Math.round(performance.now() - begun) / 1_000;
      return { ...made, foreign_names: foreign.size, removed, seconds };
    } finally {
      await Promise.all([files.close(), whole.close()]);
    }
  } finally {
    await session.close();
  }
}

interface Parts {
  readonly session: BackupSession;
  readonly files: Storage;
  readonly target: Storage;
  readonly onForeign: (name: string) => void;
}

/** A place without an owner is taken. Throws if backups of others could be removed. */
async function requirePlace(
  target: Storage,
  {
    deployment,
    adopt,
    removes,
  }: {
    readonly deployment: string | undefined;
    readonly adopt: boolean;
    readonly removes: boolean;
  },
): Promise<boolean> {
  const owner = await readOwner(target);
  if (owner === deployment) return true;
  if (owner === undefined || adopt) {
    if (deployment !== undefined) await writeOwner(target, deployment);
    return true;
  }
  if (!removes) return false;
  throw new CommandFailure(
    "The place has backups of another deployment, which --keep would remove: name another folder, or take the place over with --adopt",
  );
}

const DAY_MS = 86_400_000;

/** Removes what killed backups left. The key of the place may lack the right to list it. */
async function removeUnfinished(target: Storage, now: Date): Promise<void> {
  const before = new Date(now.getTime() - DAY_MS);
  try {
    for (const prefix of [keys.media, keys.backups]) await target.removeUnfinished(prefix, before);
  } catch (error) {
    if (!isStorageError(error, "unavailable")) throw error;
  }
}

async function writeBackup(
  parts: Parts,
): Promise<Omit<BackupResult, "foreign_names" | "removed" | "seconds">> {
  const { session, files, target, onForeign } = parts;
  const to = withinPrefix(target, keys.media);
  const copies = { from: files, to, sizes: await sizesBelow(to, onForeign) };
  // Most files are copied before the dump, so that few can be deleted between the dump and their
  // copy.
  const before = await copyLacking(await session.namedFiles(), copies);
  let copied = { files: before.files, bytes: before.bytes };
  let earlier: Copied | undefined;
  for (let attempt = 1; ; attempt++) {
    const { moment, tables } = await session.atOneMoment(async (moment) => ({
      moment,
      tables: await writeTables(target, moment),
    }));
    const after = await copyLacking(moment.files, copies);
    copied = { files: copied.files + after.files, bytes: copied.bytes + after.bytes };
    const name = backupNameOf(moment.at);
    const settled = after.lost.length === 0 || String(after.lost) === String(earlier?.lost);
    if (!settled && attempt < ATTEMPTS) {
      earlier = after;
      await target.removePrefix(`${keys.backups}${name}/`);
      continue;
    }
    const manifest = await writeManifest(target, moment, { tables, lost: after.lost });
    return {
      backup: name,
      rows: rowsOf(manifest),
      files: manifest.files.count,
      copied: copied.files,
      copied_bytes: copied.bytes,
      dump_bytes: Object.values(tables).reduce((sum, { bytes }) => sum + bytes, 0),
      left_out: moment.leftOut,
      lost: after.lost,
    };
  }
}

async function writeTables(
  target: Storage,
  { at, tables, sizeOf, copy }: BackupMoment,
): Promise<Manifest["tables"]> {
  const written: Manifest["tables"] = {};
  for (const table of tables) {
    const key = keys.table(backupNameOf(at), table.name);
    if ((await target.stat(key)) !== undefined) throw new CommandFailure(`${key} exists already`);
    const expectedBytes = await sizeOf(table);
    const { stored, rows } = await copy(table, (content) =>
      // A failure of the copy reaches the storage as an error of the compressed stream.
      putAndRead(
        target,
        key,
        pipeline(content, createGzip(), () => undefined),
        expectedBytes,
      ),
    );
    const { byteSize: bytes, sha256 } = stored;
    written[table.name] = { bytes, sha256, rows, columns: [...table.columns] };
  }
  return written;
}

async function writeManifest(
  target: Storage,
  { at, migrations, sequences, files }: BackupMoment,
  { tables, lost }: { readonly tables: Manifest["tables"]; readonly lost: readonly string[] },
): Promise<Manifest> {
  const name = backupNameOf(at);
  const gone = new Set(lost);
  const kept = files.filter(({ key }) => !gone.has(key));
  const list = await putAndRead(
    target,
    keys.files(name),
    Readable.from([Buffer.from(writeFileList(kept))]),
  );
  const manifest: Manifest = {
    format: 2,
    at: at.toISOString(),
    migrations: migrations.map(({ name, checksum }) => ({ name, checksum })),
    sequences: { ...sequences },
    tables,
    files: {
      bytes: list.byteSize,
      sha256: list.sha256,
      count: kept.length,
      bytesOfFiles: kept.reduce((sum, { byteSize }) => sum + byteSize, 0),
    },
    lost: [...lost],
  };
  const json = Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`);
  await putAndRead(target, keys.manifest(name), Readable.from([json]));
  return manifest;
}

async function putAndRead(
  target: Storage,
  key: string,
  content: Readable,
  expectedBytes?: number,
): Promise<PutReceipt> {
  const contentType = "application/octet-stream";
  const written = await target.put(key, content, { contentType, expectedBytes });
  const read = await receiptOf(await target.open(key));
  if (read.sha256 === written.sha256) return written;
  throw new CommandFailure(`${key} was stored with other content than was written`);
}

/** Also removes incomplete backups that are older, and files that no remaining backup names. */
async function removeOld(
  { target, onForeign }: Pick<Parts, "target" | "onForeign">,
  keep: number,
): Promise<readonly string[]> {
  const all = await listBackups(target, onForeign);
  const kept = all.complete.slice(-keep);
  const [oldest = ""] = kept;
  const removed = [...all.complete, ...all.incomplete].filter((name) => name < oldest).toSorted();
  for (const name of removed) {
    // Once its manifest is removed, the backup counts as incomplete.
    await target.remove(keys.manifest(name));
    await target.removePrefix(`${keys.backups}${name}/`);
  }
  const named = new Set<string>();
  for (const name of kept) {
    for (const { key } of readFileList(await text(await target.open(keys.files(name)))))
      named.add(key);
  }
  const media = withinPrefix(target, keys.media);
  for await (const { key } of media.list("")) {
    if (isFileKey(key) && !named.has(key)) await media.remove(key);
  }
  return removed;
}
