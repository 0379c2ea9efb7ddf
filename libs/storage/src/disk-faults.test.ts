// Covers docs/reliability.md: storage-failures

import { randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { constants, tmpdir } from "node:os";
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

  test("refuses a file that does not fit, keeps no part of it, and works again when there is free space", async () => {
    await put("files/first", 400_000);
    await expect(put("files/second", 2_000_000)).rejects.toMatchObject({ kind: "full" });
    await expect(storage.stat("files/second")).resolves.toBeUndefined();
    expect(await readdir(join(directory, "incoming"))).toEqual([]);
    expect((await buffer(await storage.open("files/first"))).length).toBe(400_000);

    await storage.remove("files/first");
    await put("files/third", 600_000);
  });

  test.each([1, 2, 3, 10, 400])(
    "refuses a file of %d chunks that does not fit as full",
    async (chunks) => {
      await expect(put("files/large", 4_000_000, chunks)).rejects.toMatchObject({
        name: "StorageError",
        kind: "full",
      });
    },
  );

  test("its check reports a full disk while nothing can be written, until there is free space", async () => {
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

  test("is unavailable while the disk is read-only, and its check reports that", async () => {
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

describe("a file system that cannot sync directories", () => {
  /** The storage of a file system whose directories answer a sync with an error. */
  const openWith = async (code: string, errno: number) => {
    const root = await mkdtemp(join(tmpdir(), "no-sync-"));
    let broken = true;
    const sync = async (): Promise<void> => {
      if (broken) throw Object.assign(new Error(code), { syscall: "fsync", code, errno });
    };
    const storage = await openDiskStorage(root, { sync });
    const mend = () => {
      broken = false;
    };
    return { storage, mend, close: () => rm(root, { recursive: true }) };
  };
  const putInto = (storage: Storage) => storage.put("files/a", Readable.from(["content"]), options);

  test.each([
    ["CIFS", "EINVAL"],
    ["a shared folder of a virtual machine", "ENOTSUP"],
    ["FUSE", "ENOSYS"],
  ])("stores files (%s)", async (_what, code) => {
    const { storage, close } = await openWith(code, -1);
    await expect(storage.check()).resolves.toBeUndefined();
    await putInto(storage);
    expect((await buffer(await storage.open("files/a"))).toString()).toBe("content");
    await close();
  });

  test.each([
    ["EIO", -constants.errno.EIO, /\(EIO\)/],
    ["Unknown system error -116", -constants.errno.ESTALE, /\(ESTALE: .*mount it again\)/],
  ])(
    "is unavailable where the sync fails (%s), and the check says so until it works",
    async (code, errno, message) => {
      const { storage, mend, close } = await openWith(code, errno);
      const failure = { kind: "unavailable", message: expect.stringMatching(message) };
      await expect(storage.check()).rejects.toMatchObject(failure);
      await expect(putInto(storage)).rejects.toMatchObject(failure);
      await expect(storage.check()).rejects.toMatchObject(failure);
      mend();
      await expect(storage.check()).resolves.toBeUndefined();
      await putInto(storage);
      await close();
    },
  );
});

describeWithSmallDisk("a directory of files on another file system", () => {
  test("stores files, keeps no draft, and removes those of killed processes", async () => {
    const root = await mkdtemp(join(tmpdir(), "two-disks-"));
    const files = join(root, "files");
    await mkdir(join(files, "originals"), { recursive: true });
    const within = join(files, "originals");
    const mountAt = (path: string) =>
      expect(spawnSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", path]).status).toBe(0);
    mountAt(files);
    try {
      await mkdir(within);
      mountAt(within);
      const storage = await openDiskStorage(root);
      await expect(storage.check()).resolves.toBeUndefined();
      for (const key of ["originals/ab/one", "derivatives/one"]) {
        await storage.put(key, Readable.from([randomBytes(1_000)]), options);
        expect((await buffer(await storage.open(key))).length).toBe(1_000);
      }
      const large = storage.put(
        "originals/ab/two",
        Readable.from([randomBytes(3_000_000)]),
        options,
      );
      await expect(large).rejects.toMatchObject({ kind: "full" });
      expect(await readdir(join(within, "ab"))).toEqual(["one"]);

      const draft = join(within, "ab", `.${"0a".repeat(16)}`);
      await writeFile(draft, "half");
      await utimes(draft, new Date(0), new Date(0));
      await storage.removeUnfinished("originals/", new Date());
      expect(await readdir(join(within, "ab"))).toEqual(["one"]);
    } finally {
      for (const path of [within, files]) spawnSync("umount", [path]);
      await rm(root, { recursive: true, force: true });
    }
  });
});
