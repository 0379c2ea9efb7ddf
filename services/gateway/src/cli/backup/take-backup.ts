import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { type BackupMoment, type BackupSession, openBackupSession } from "@polls/db";
import { openStorage, type PutReceipt, type Storage, withinPrefix } from "@polls/storage";
import { CommandFailure } from "../command";
import type { BackupEnvironment, StoragePlace } from "./environment";
import { type Copied, copyLacking, receiptOf, sizesBelow } from "./files";
import { listBackups } from "./list-backups";
import { backupNameOf, keys, type Manifest, readFileList, writeFileList } from "./manifest";
import { dumpDatabase, findPostgresTools, type PostgresTools } from "./postgres-tools";

/** The result of a backup. */
export interface BackupResult {
  readonly backup: string;
  readonly rows: number;
  readonly files: number;
  /** The number of files that the place did not have. */
  readonly copied: number;
  readonly copied_bytes: number;
  readonly dump_bytes: number;
  /** Files that rows name but the storage does not have. */
  readonly lost: readonly string[];
  /** The names of the older backups that were removed. */
  readonly removed: readonly string[];
  readonly seconds: number;
}

/** A file may be deleted between the dump and its copy. The next dump does not name it. */
const ATTEMPTS = 3;

/**
 * Writes a backup to a place: the rows of the database at one moment, and the files that they name.
 * With `keep`, only so many of the newest backups are kept.
 */
export async function takeBackup(
  { databaseUrl, storage, programs }: BackupEnvironment,
  { place, keep }: { readonly place: StoragePlace; readonly keep?: number | undefined },
): Promise<BackupResult> {
  const begun = performance.now();
  const session = await openBackupSession(databaseUrl);
  if (session === undefined) throw new CommandFailure("Another backup of this database is running");
  try {
    const tools = await findPostgresTools(session.serverMajor, programs);
    const [files, whole] = await Promise.all([openStorage(storage), openStorage(place.location)]);
    try {
      const target = withinPrefix(whole, place.prefix);
      const made = await writeBackup({ session, tools, databaseUrl, files, target });
      const removed = keep === undefined ? [] : await removeOld(target, keep);
      const seconds = Math.round(performance.now() - begun) / 1_000;
      return { ...made, removed, seconds };
    } finally {
      await Promise.all([files.close(), whole.close()]);
    }
  } finally {
    await session.close();
  }
}

interface Parts {
  readonly session: BackupSession;
  readonly tools: PostgresTools;
  readonly databaseUrl: string;
  readonly files: Storage;
  readonly target: Storage;
}

async function writeBackup(parts: Parts): Promise<Omit<BackupResult, "removed" | "seconds">> {
  const { session, files, target } = parts;
  const to = withinPrefix(target, keys.media);
  const copies = { from: files, to, sizes: await sizesBelow(to) };
  // Most files are copied before the dump, so that few can be deleted between the dump and their
  // copy.
  const before = await copyLacking(await session.namedFiles(), copies);
  let copied = { files: before.files, bytes: before.bytes };
  let earlier: Copied | undefined;
  for (let attempt = 1; ; attempt++) {
    const { moment, dump } = await session.atOneMoment(async (moment) => ({
      moment,
      dump: await writeDump(parts, moment),
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
    const manifest = await writeManifest(parts, moment, { dump, lost: after.lost });
    return {
      backup: name,
      rows: Object.values(manifest.rows).reduce((sum, count) => sum + count, 0),
      files: manifest.files.count,
      copied: copied.files,
      copied_bytes: copied.bytes,
      dump_bytes: dump.byteSize,
      lost: after.lost,
    };
  }
}

async function writeDump(
  { tools, databaseUrl, target }: Parts,
  { snapshot, at }: BackupMoment,
): Promise<PutReceipt> {
  const key = keys.dump(backupNameOf(at));
  if ((await target.stat(key)) !== undefined) throw new CommandFailure(`${key} exists already`);
  const content = Readable.from(dumpDatabase(tools, databaseUrl, snapshot), { objectMode: false });
  return putAndRead(target, key, content);
}

async function writeManifest(
  { session, tools, target }: Parts,
  { at, rows, files }: BackupMoment,
  { dump, lost }: { readonly dump: PutReceipt; readonly lost: readonly string[] },
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
    format: 1,
    at: at.toISOString(),
    postgres: { server: session.serverMajor, tools: tools.major },
    rows: { ...rows },
    dump: { bytes: dump.byteSize, sha256: dump.sha256 },
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

/** Stores a part of a backup and verifies it. */
async function putAndRead(target: Storage, key: string, content: Readable): Promise<PutReceipt> {
  const written = await target.put(key, content, { contentType: "application/octet-stream" });
  const read = await receiptOf(await target.open(key));
  if (read.sha256 === written.sha256) return written;
  throw new CommandFailure(`${key} was stored with other content than was written`);
}

/**
 * Removes all but the newest backups, older incomplete ones, and files that no remaining backup
 * names.
 */
async function removeOld(target: Storage, keep: number): Promise<readonly string[]> {
  const all = await listBackups(target);
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
    if (!named.has(key)) await media.remove(key);
  }
  return removed;
}
