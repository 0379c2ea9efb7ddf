import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import {
  access,
  copyFile,
  type FileHandle,
  mkdir,
  open,
  rename,
  rm,
  stat,
  statfs,
} from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { checkedBody } from "./checked-body";
import { filesUnder, removeStaleFile, removeStaleFiles } from "./disk-listing";
import { requireKey, requirePrefix } from "./keys";
import { measure, receive } from "./measure";
import type { Storage } from "./storage";
import {
  isStorageError,
  StorageError,
  type StorageFailure,
  systemCode,
  unlessMissing,
} from "./storage-error";

const failures: Readonly<Record<string, StorageFailure>> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EFBIG: "full",
};
const NOT_FOUND: readonly string[] = ["ENOENT", "ENOTDIR"];

/** Answers of file systems that do not sync directories, such as CIFS and some of FUSE. */
const CANNOT_SYNC: readonly (string | undefined)[] = ["EINVAL", "ENOTSUP", "ENOSYS", "EBADF"];

/** What an operator should know about a code. */
const meanings: Readonly<Record<string, string>> = {
  ESTALE: "the file server no longer knows the file or directory; mount it again",
  EROFS: "the file system is read-only",
};

/** A draft beside its target, where a rename across file systems failed. */
const DRAFT_BESIDE = /(^|\/)\.[0-9a-f]{32}$/;
const SILENCE_MS = 30_000;

export interface DiskOptions {
  readonly minFreeBytes?: number;
  /** Makes a file or the names of a directory durable. Tests replace it. */
  readonly sync?: (path: string) => Promise<void>;
}

/**
 * Storage in a directory: `files/` has the stored files by key, `incoming/` the unfinished ones. A
 * file is written to `incoming/`, synced and renamed, and its directory is synced, so that after a
 * crash the file is complete or absent (docs/reliability.md#storage-failures). The storage is
 * full while the disk has less than `minFreeBytes` of free space.
 */
export async function openDiskStorage(
  directory: string,
  { minFreeBytes = 0, sync = syncPath }: DiskOptions = {},
): Promise<Storage> {
  const root = resolve(directory);
  const files = join(root, "files");
  const incoming = join(root, "incoming");
  await asStorageFailure("open the directory", async () => {
    await mkdir(files, { recursive: true });
    await mkdir(incoming, { recursive: true });
  });
  const pathOf = (key: string) => join(files, requireKey(key));
  const reachFiles = () => asStorageFailure("reach the directory", () => access(files));
  /** Runs an operation on one file. Rejects with `missing` only if the directory exists. */
  const askForFile = async <Result>(what: string, run: () => Promise<Result>): Promise<Result> => {
    try {
      return await asStorageFailure(what, run, "missing");
    } catch (error) {
      if (isStorageError(error, "missing")) await reachFiles();
      throw error;
    }
  };
  const listFiles = async function* (prefix: string, onForeign?: (name: string) => void) {
    await reachFiles();
    try {
      yield* filesUnder(files, prefix, onForeign);
    } catch (error) {
      throw storageFailure("list files", error);
    }
  };
  const newDraft = () => join(incoming, randomBytes(16).toString("hex"));
  /** Whether the next check must do what an upload does: at the start, and after a failed upload. */
  let isInDoubt = true;
  const tryUpload = async () => {
    const draft = newDraft();
    const target = join(files, `.${basename(draft)}`);
    try {
      // Quotas are only noticed when something is written.
      await writeFile(draft, [Buffer.alloc(PROBE_BYTES)], minFreeBytes);
      await moveIntoPlace(draft, target, sync);
    } finally {
      for (const path of [draft, target]) await rm(path, { force: true });
    }
  };

  return {
    async put(key, content, { maxBytes, signal }) {
      const target = pathOf(key);
      const draft = newDraft();
      try {
        const write = (chunks: AsyncIterable<Buffer>) => writeFile(draft, chunks, minFreeBytes);
        const receipt = await receive(content, measure(maxBytes), write, signal);
        await asStorageFailure("store a file", () => moveIntoPlace(draft, target, sync));
        return receipt;
      } catch (error) {
        await rm(draft, { force: true });
        isInDoubt ||= isStorageError(error) && error.kind !== "too_large";
        throw error;
      }
    },

    open: (key, { start, end } = {}) =>
      askForFile("read a file", async () => {
        const handle = await open(pathOf(key), "r");
        const content = handle.createReadStream({
          ...(start === undefined ? {} : { start }),
          ...(end === undefined ? {} : { end }),
        });
        return checkedBody(content, { silenceMs: SILENCE_MS });
      }),

    async stat(key) {
      const path = pathOf(key);
      const found = await unlessMissing(askForFile("look at a file", () => stat(path)));
      return found?.isFile() ? { key, byteSize: found.size, modifiedAt: found.mtime } : undefined;
    },

    remove: (key) =>
      asStorageFailure("remove a file", async () => {
        await rm(pathOf(key), { force: true });
      }),

    removePrefix: (prefix) =>
      asStorageFailure("remove files", async () => {
        await rm(join(files, requirePrefix(prefix)), { recursive: true, force: true });
        if (prefix === "") await mkdir(files, { recursive: true });
      }),

    list: (prefix, onForeign) => listFiles(requirePrefix(prefix), onForeign),

    removeUnfinished: (prefix, before) =>
      asStorageFailure("remove what was half written", async () => {
        await removeStaleFiles(incoming, before);
        const beside: string[] = [];
        const keep = (name: string) => DRAFT_BESIDE.test(name) && beside.push(name);
        for await (const _file of filesUnder(files, requirePrefix(prefix), keep));
        for (const name of beside) await removeStaleFile(join(files, name), before);
      }),

    check: () =>
      asStorageFailure("reach the directory", async () => {
        await access(files, constants.R_OK | constants.W_OK | constants.X_OK);
        await requireFreeSpace(incoming, minFreeBytes);
        if (!isInDoubt) return;
        await tryUpload();
        isInDoubt = false;
      }),

    close: async () => {},
  };
}

/** Number of bytes between two checks of the free space. */
const LOOK_EVERY_BYTES = 16 * 1024 * 1024;
const PROBE_BYTES = 64 * 1024;

async function requireFreeSpace(directory: string, minFreeBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  const least = Math.max(minFreeBytes, 1);
  if (bavail * bsize < least) throw new StorageError("full", "the disk is nearly full");
}

/** Writes a new file. Resolves when the bytes are on the disk. */
async function writeFile(
  path: string,
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  minFreeBytes: number,
): Promise<void> {
  const write = <Result>(run: () => Promise<Result>) => asStorageFailure("store a file", run);
  const handle: FileHandle = await write(() => open(path, "wx", 0o640));
  let unseen = LOOK_EVERY_BYTES;
  try {
    for await (const chunk of chunks) {
      unseen += chunk.length;
      if (unseen >= LOOK_EVERY_BYTES) {
        await write(() => requireFreeSpace(dirname(path), minFreeBytes));
        unseen = 0;
      }
      await write(() => handle.writeFile(chunk));
    }
    await write(() => handle.sync());
  } finally {
    // Some file systems report a used-up quota only when the file is closed.
    await write(() => handle.close());
  }
}

type Sync = NonNullable<DiskOptions["sync"]>;

async function moveIntoPlace(draft: string, target: string, sync: Sync): Promise<void> {
  // A concurrent removal of a prefix may remove the directory between the two calls.
  for (let attempt = 1; ; attempt += 1) {
    await makeDirectory(dirname(target), sync);
    try {
      await renameAcross(draft, target, sync);
      await syncDirectory(dirname(target), sync);
      return;
    } catch (error) {
      if (systemCode(error) !== "ENOENT" || attempt === 5) throw error;
    }
  }
}

/** Renames a file. Between two file systems it is copied beside its target first. */
async function renameAcross(draft: string, target: string, sync: Sync): Promise<void> {
  try {
    await rename(draft, target);
  } catch (error) {
    if (systemCode(error) !== "EXDEV") throw error;
    const beside = join(dirname(target), `.${basename(draft)}`);
    try {
      await copyFile(draft, beside);
      await sync(beside);
      await rename(beside, target);
    } finally {
      for (const path of [beside, draft]) await rm(path, { force: true });
    }
  }
}

/** Creates a directory and syncs its new parents, which makes their names durable. */
async function makeDirectory(directory: string, sync: Sync): Promise<void> {
  const first = await mkdir(directory, { recursive: true });
  if (first === undefined) return;
  const above = dirname(first);
  for (let parent = dirname(directory); ; parent = dirname(parent)) {
    await syncDirectory(parent, sync);
    if (parent === above) return;
  }
}

async function syncDirectory(directory: string, sync: Sync): Promise<void> {
  try {
    await sync(directory);
  } catch (error) {
    if (!CANNOT_SYNC.includes(systemCode(error))) throw error;
  }
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Converts system errors to `StorageError`. `notFound`: what a missing path means, if not a missing
 * directory of the storage.
 */
async function asStorageFailure<Result>(
  what: string,
  run: () => Promise<Result>,
  notFound: StorageFailure = "unavailable",
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw storageFailure(what, error, notFound);
  }
}

/** Converts a system error to a `StorageError`. Other errors are returned as they are. */
function storageFailure(
  what: string,
  error: unknown,
  notFound: StorageFailure = "unavailable",
): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  const kind = NOT_FOUND.includes(code) ? notFound : (failures[code] ?? "unavailable");
  const { [code]: meaning } = meanings;
  const reason = meaning === undefined ? code : `${code}: ${meaning}`;
  return new StorageError(kind, `The storage directory refused to ${what} (${reason})`, error);
}
