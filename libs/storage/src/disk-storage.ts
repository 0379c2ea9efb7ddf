import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { access, type FileHandle, mkdir, open, rename, rm, stat, statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { filesUnder, removeStaleFiles } from "./disk-listing";
import { requireKey, requirePrefix } from "./keys";
import { measure } from "./measure";
import type { WholeStorage } from "./storage";
import { isStorageError, StorageError, type StorageFailure } from "./storage-error";
import { systemCode } from "./system-code";

const failures: Readonly<Record<string, StorageFailure>> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EFBIG: "full",
};
const NOT_FOUND: readonly string[] = ["ENOENT", "ENOTDIR"];

/**
 * Storage in a directory: `files/` has the stored files by key, `incoming/` the unfinished ones. A
 * file is written to `incoming/`, synced and renamed, and its directory is synced, so that after a
 * crash the file is complete or absent (docs/reliability.md#interrupted-uploads). The storage is
 * full while the disk has less than `minFreeBytes` of free space.
 */
export async function openDiskStorage(
  directory: string,
  { minFreeBytes = 0 }: { readonly minFreeBytes?: number } = {},
): Promise<WholeStorage> {
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
  const listFiles = async function* (prefix: string) {
    await reachFiles();
    yield* filesUnder(files, prefix);
  };
  const newDraft = () => join(incoming, randomBytes(16).toString("hex"));
  /** Whether the last file did not fit. */
  let wasFull = false;

  return {
    async put(key, content, { maxBytes, signal }) {
      const target = pathOf(key);
      const draft = newDraft();
      const { stream, receipt } = measure(maxBytes);
      // The pipeline may report an AbortError about the end of the streams instead of this error.
      let failure: unknown;
      let written: Promise<void> | undefined;
      const write = (chunks: AsyncIterable<Buffer>) => {
        written = writeFile(draft, chunks, minFreeBytes).catch((error: unknown) => {
          if (isStorageError(error)) failure = error;
          throw error;
        });
        return written;
      };
      try {
        await pipeline(content, stream, write, ...(signal ? [{ signal }] : []));
        await asStorageFailure("store a file", () => moveIntoPlace(draft, target));
        wasFull = false;
        return receipt();
      } catch (error) {
        content.destroy();
        // The pipeline may fail before the draft is created, and before the write fails.
        await written?.catch(() => undefined);
        await rm(draft, { force: true });
        const cause = failure ?? error;
        wasFull ||= isStorageError(cause, "full");
        throw cause;
      }
    },

    open: (key, { start, end } = {}) =>
      askForFile("read a file", async () => {
        const handle = await open(pathOf(key), "r");
        return handle.createReadStream({
          ...(start === undefined ? {} : { start }),
          ...(end === undefined ? {} : { end }),
        }) as Readable;
      }),

    async stat(key) {
      try {
        const found = await askForFile("look at a file", () => stat(pathOf(key)));
        return found.isFile() ? { key, byteSize: found.size, modifiedAt: found.mtime } : undefined;
      } catch (error) {
        if (isStorageError(error, "missing")) return undefined;
        throw error;
      }
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

    list: (prefix) => listFiles(requirePrefix(prefix)),

    removeUnfinished: (before) =>
      asStorageFailure("remove what was half written", () => removeStaleFiles(incoming, before)),

    check: () =>
      asStorageFailure("reach the directory", async () => {
        await access(files, constants.R_OK | constants.W_OK | constants.X_OK);
        await requireFreeSpace(incoming, minFreeBytes);
        if (!wasFull) return;
        // Quotas are only noticed when something is written.
        const draft = newDraft();
        try {
          await writeFile(draft, [Buffer.alloc(PROBE_BYTES)], minFreeBytes);
          wasFull = false;
        } finally {
          await rm(draft, { force: true });
        }
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

async function moveIntoPlace(draft: string, target: string): Promise<void> {
  // A concurrent removal of a prefix may remove the directory between the two calls.
  for (let attempt = 1; ; attempt += 1) {
    await makeDirectory(dirname(target));
    try {
      await rename(draft, target);
      await syncDirectory(dirname(target));
      return;
    } catch (error) {
      if (systemCode(error) !== "ENOENT" || attempt === 5) throw error;
    }
  }
}

/**
 * Creates a directory and syncs its new parents. A name is durable once its directory is synced.
 */
async function makeDirectory(directory: string): Promise<void> {
  const first = await mkdir(directory, { recursive: true });
  if (first === undefined) return;
  const above = dirname(first);
  for (let parent = dirname(directory); ; parent = dirname(parent)) {
    await syncDirectory(parent);
    if (parent === above) return;
  }
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Runs a file system operation. Converts system errors to `StorageError`. `notFound` is the meaning
 * of a path that does not exist: without it, the directory of the storage does not exist.
 */
async function asStorageFailure<Result>(
  what: string,
  run: () => Promise<Result>,
  notFound: StorageFailure = "unavailable",
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    const kind = NOT_FOUND.includes(code) ? notFound : (failures[code] ?? "unavailable");
    throw new StorageError(kind, `The storage directory did not let us ${what} (${code})`, error);
  }
}
