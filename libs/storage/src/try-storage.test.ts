import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { openStorage } from "./open-storage";
import type { Storage } from "./storage";
import { tryStorage } from "./try-storage";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "try-storage-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const { signal } = new AbortController();

test("a storage that works gives back what was written, tells its room, and keeps nothing", async () => {
  const location = { kind: "disk", directory, minFreeBytes: 7 } as const;
  const storage = await openStorage(location);
  expect(await tryStorage(storage, location, signal)).toEqual({
    ...{ intact: true, minFreeBytes: 7, freeBytes: expect.any(Number) },
  });
  const left = await readdir(directory, { recursive: true, withFileTypes: true });
  expect(left.filter((entry) => entry.isFile())).toEqual([]);
});

test("a full storage is told by its error", async () => {
  const location = { kind: "disk", directory, minFreeBytes: Number.MAX_SAFE_INTEGER } as const;
  const storage = await openStorage(location);
  await expect(tryStorage(storage, location, signal)).rejects.toMatchObject({ kind: "full" });
});

test("a storage that gives back something else is not intact", async () => {
  const location = { kind: "disk", directory } as const;
  const storage: Storage = {
    ...(await openStorage(location)),
    open: async () => Readable.from([Buffer.from("something else")]),
  };
  expect(await tryStorage(storage, location, signal)).toMatchObject({ intact: false });
});
