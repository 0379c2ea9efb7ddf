// Covers docs/reliability.md: upload-limits

import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { openDiskStorage } from "./disk-storage";
import { testStorageContract } from "./testing/storage-contract";

describe("storage in a directory", () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "storage-"));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  testStorageContract(() => openDiskStorage(directory));

  test("leaves no files of failed uploads", async () => {
    const storage = await openDiskStorage(directory);
    const over = Readable.from([Buffer.alloc(10)]);
    await expect(
      storage.put("originals/over", over, { contentType: "text/plain", maxBytes: 9 }),
    ).rejects.toMatchObject({ kind: "too_large" });
    expect(await readdir(join(directory, "incoming"))).toEqual([]);
  });

  test("counts as full while the free space is below the reserve", async () => {
    const storage = await openDiskStorage(directory, { minFreeBytes: 2 ** 60 });
    const put = storage.put("originals/late", Readable.from(["x"]), { contentType: "text/plain" });
    await expect(put).rejects.toMatchObject({ kind: "full" });
    expect(await readdir(join(directory, "incoming"))).toEqual([]);
    expect(await storage.stat("originals/late")).toBeUndefined();
  });

  test("removes incomplete files of killed processes that are older than a given time", async () => {
    const own = await mkdtemp(join(directory, "cleared-"));
    const storage = await openDiskStorage(own);
    const incoming = join(own, "incoming");
    await writeFile(join(incoming, "old"), "half");
    await writeFile(join(incoming, "new"), "half");
    const moment = new Date(Date.now() - 24 * 3_600_000);
    const earlier = new Date(moment.getTime() - 1_000);
    await utimes(join(incoming, "old"), earlier, earlier);

    await storage.removeUnfinished("", moment);
    expect(await readdir(incoming)).toEqual(["new"]);
  });

  test("reports a missing directory as unavailable, not as missing files", async () => {
    const gone = await mkdtemp(join(tmpdir(), "storage-"));
    const storage = await openDiskStorage(gone);
    await rm(gone, { recursive: true });
    const text = { contentType: "text/plain" };
    const unavailable = { name: "StorageError", kind: "unavailable" };
    await expect(storage.check()).rejects.toMatchObject(unavailable);
    await expect(storage.open("a/b")).rejects.toMatchObject(unavailable);
    await expect(storage.stat("a/b")).rejects.toMatchObject(unavailable);
    await expect(storage.put("a/b", Readable.from(["x"]), text)).rejects.toMatchObject(unavailable);
    const list = async () => {
      for await (const { key } of storage.list("")) throw new Error(key);
    };
    await expect(list()).rejects.toMatchObject(unavailable);
  });

  test("passes over foreign names, and does not open foreign directories", async () => {
    const own = await mkdtemp(join(directory, "foreign-"));
    const storage = await openDiskStorage(own);
    const text = { contentType: "text/plain" };
    await storage.put("originals/ab/one", Readable.from(["x"]), text);
    const originals = join(own, "files/originals");
    for (const name of [".DS_Store", "Thumbs.db", "ab/.nfs00000001"]) {
      await writeFile(join(originals, name), "x");
    }
    await mkdir(join(originals, "lost+found"));
    await writeFile(join(originals, "lost+found/x"), "x");
    await symlink(join(own, "nowhere"), join(originals, "broken"));
    const foreign: string[] = [];
    const keys: string[] = [];
    for await (const { key } of storage.list("", (name) => foreign.push(name))) keys.push(key);
    expect(keys).toEqual(["originals/ab/one"]);
    expect(foreign.sort()).toEqual([
      "originals/.DS_Store",
      "originals/Thumbs.db",
      "originals/ab/.nfs00000001",
      "originals/lost+found",
    ]);
  });

  test("cannot be opened if its path is a file", async () => {
    const path = join(directory, "a-file");
    await writeFile(path, "");
    await expect(openDiskStorage(path)).rejects.toMatchObject({ name: "StorageError" });
  });
});
