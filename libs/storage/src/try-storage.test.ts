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

test("a working storage returns the written content and its free space, and keeps nothing", async () => {
  const location = { kind: "disk", directory, minFreeBytes: 7 } as const;
  const storage = await openStorage(location);
  expect(await tryStorage(storage, location, signal)).toEqual({
    intact: true,
    minFreeBytes: 7,
    freeBytes: expect.any(Number),
  });
  const left = await readdir(directory, { recursive: true, withFileTypes: true });
  expect(left.filter((entry) => entry.isFile())).toEqual([]);
});

test("a full storage returns its free space, and nothing is written", async () => {
  const location = { kind: "disk", directory, minFreeBytes: Number.MAX_SAFE_INTEGER } as const;
  const storage = await openStorage(location);
  expect(await tryStorage(storage, location, signal)).toEqual({
    intact: undefined,
    freeBytes: expect.any(Number),
    minFreeBytes: location.minFreeBytes,
  });
});

test("a storage that returns other content is not intact", async () => {
  const location = { kind: "disk", directory } as const;
  const storage: Storage = {
    ...(await openStorage(location)),
    open: async () => Readable.from([Buffer.from("something else")]),
  };
  expect(await tryStorage(storage, location, signal)).toMatchObject({ intact: false });
});
