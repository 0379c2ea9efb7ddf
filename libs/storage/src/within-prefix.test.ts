import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { openDiskStorage } from "./disk-storage";
import { testStorageContract } from "./testing/storage-contract";
import { withinPrefix } from "./within-prefix";

describe("a part of a storage", () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "within-prefix-"));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  testStorageContract(async () => withinPrefix(await openDiskStorage(directory), "part/of/it/"));

  test("keeps its files below the prefix", async () => {
    const whole = await openDiskStorage(directory);
    const part = withinPrefix(whole, "other/");
    await part.put("a/b", Readable.from(["x"]), { contentType: "text/plain" });
    expect(await whole.stat("other/a/b")).toMatchObject({ byteSize: 1 });
    expect(await part.stat("a/b")).toMatchObject({ key: "a/b" });
  });

  test("accepts only whole folders as prefixes", async () => {
    const whole = await openDiskStorage(directory);
    expect(() => withinPrefix(whole, "../")).toThrow(TypeError);
    expect(() => withinPrefix(whole, "half")).toThrow(TypeError);
  });
});
