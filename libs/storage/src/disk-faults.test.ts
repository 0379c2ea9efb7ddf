import { randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { spawnSync } from "@polls/devstack/children";
import { describeWhere } from "@polls/testing";
import { openDiskStorage } from "./disk-storage";
import type { Storage } from "./storage";
import { isStorageError, storageTrouble } from "./storage-error";

const options = { contentType: "application/octet-stream" };

const directory = mkdtempSync(join(tmpdir(), "small-disk-"));
const mount = (...args: readonly string[]) => spawnSync("mount", [...args, directory]).status === 0;
const mounted = mount("-t", "tmpfs", "-o", "size=1m", "tmpfs");
const describeWithSmallDisk = describeWhere(mounted, "only root can mount a small disk");

afterAll(async () => {
  if (mounted) spawnSync("umount", [directory]);
  await rm(directory, { recursive: true, force: true });
});

describeWithSmallDisk("a disk that is full or read-only (reliability T1)", () => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openDiskStorage(directory);
  });
  const put = (key: string, bytes: number, chunks = 1) =>
    storage.put(
      key,
      Readable.from(Array.from({ length: chunks }, () => randomBytes(bytes / chunks))),
      options,
    );

  it("refuses a file that does not fit, keeps no part of it, and works again when there is free space", async () => {
    await put("files/first", 400_000);
    await expect(put("files/second", 2_000_000)).rejects.toMatchObject({ kind: "full" });
    await expect(storage.stat("files/second")).resolves.toBeUndefined();
    expect(await readdir(join(directory, "incoming"))).toEqual([]);
    expect((await buffer(await storage.open("files/first"))).length).toBe(400_000);

    await storage.remove("files/first");
    await put("files/third", 600_000);
  });

  it.each([1, 2, 3, 10, 400])(
    "refuses a file of %d chunks that does not fit as full",
    async (chunks) => {
      await expect(put("files/large", 4_000_000, chunks)).rejects.toMatchObject({
        name: "StorageError",
        kind: "full",
      });
    },
  );

  it("its check reports a full disk while nothing can be written, until there is free space", async () => {
    await put("files/rest", 900_000 - (await storedBytes()));
    await expect(put("files/more", 900_000, 9)).rejects.toMatchObject({ kind: "full" });
    const filler = join(directory, "filler");
    expect(() => writeFileSync(filler, Buffer.alloc(2_000_000))).toThrow("ENOSPC");
    const problem = await storage.check().catch((error: unknown) => error);
    expect([isStorageError(problem, "full"), storageTrouble(problem)]).toEqual([true, "full"]);
    await rm(filler);
    await storage.remove("files/rest");
    await expect(storage.check()).resolves.toBeUndefined();
  });

  const storedBytes = async () => {
    let bytes = 0;
    for await (const { byteSize } of storage.list("")) bytes += byteSize;
    return bytes;
  };

  it("is unavailable while the disk is read-only, and its check reports that", async () => {
    await put("files/kept", 1_000);
    expect(mount("-o", "remount,ro")).toBe(true);
    try {
      await expect(put("files/more", 10)).rejects.toMatchObject({ kind: "unavailable" });
      await expect(storage.remove("files/kept")).rejects.toMatchObject({ kind: "unavailable" });
      await expect(storage.check()).rejects.toMatchObject({ kind: "unavailable" });
      expect((await buffer(await storage.open("files/kept"))).length).toBe(1_000);
    } finally {
      mount("-o", "remount,rw");
    }
    await expect(storage.check()).resolves.toBeUndefined();
  });
});
