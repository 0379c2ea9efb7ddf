import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { openDiskStorage } from "./disk-storage";
import type { Storage } from "./storage";

const options = { contentType: "application/octet-stream" };

const directory = mkdtempSync(join(tmpdir(), "small-disk-"));
const mount = (...args: readonly string[]) => spawnSync("mount", [...args, directory]).status === 0;
const mounted = mount("-t", "tmpfs", "-o", "size=1m", "tmpfs");
if (!mounted) process.stderr.write("skipped: a small disk can only be mounted by root\n");
const describeWithSmallDisk = mounted ? describe : describe.skip;

afterAll(async () => {
  if (mounted) spawnSync("umount", [directory]);
  await rm(directory, { recursive: true, force: true });
});

describeWithSmallDisk("a disk that is full or read-only (reliability T1)", () => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openDiskStorage(directory);
  });
  const put = (key: string, bytes: number) =>
    storage.put(key, Readable.from([randomBytes(bytes)]), options);

  it("refuses a file that does not fit, keeps no part of it, and works again with free space", async () => {
    await put("files/first", 400_000);
    await expect(put("files/second", 2_000_000)).rejects.toMatchObject({ kind: "full" });
    await expect(storage.stat("files/second")).resolves.toBeUndefined();
    expect(await readdir(join(directory, "incoming"))).toEqual([]);
    expect((await buffer(await storage.open("files/first"))).length).toBe(400_000);

    await storage.remove("files/first");
    await put("files/third", 600_000);
  });

  it("is unavailable while the disk is not writable, and its check reports that", async () => {
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
