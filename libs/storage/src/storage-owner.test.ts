import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { atFileEnd, startFakeBucket } from "@polls/testing";
import { openStorage } from "./open-storage";
import type { Storage } from "./storage";
import { claimAtStart, MOVED, ownedStorage, readOwner, writeOwner } from "./storage-owner";
import { testStorageContract } from "./testing/storage-contract";

const options = { contentType: "text/plain" };

const inDirectory = async (): Promise<Storage> => {
  const directory = await mkdtemp(join(tmpdir(), "owner-"));
  atFileEnd("the directory", () => rm(directory, { recursive: true, force: true }));
  return openStorage({ kind: "disk", directory });
};
const inBucket = async (): Promise<Storage> => {
  const bucket = await startFakeBucket();
  return openStorage({ kind: "s3", prefix: "of/polls/", ...bucket.options });
};

describe("storage of the deployment that has it", () => {
  testStorageContract(async () =>
    ownedStorage(await inDirectory(), { deployment: async () => "one" }),
  );
});

describe.each([
  ["a directory", inDirectory],
  ["a folder of a bucket", inBucket],
])("%s of two deployments", (_what, open) => {
  let place: Storage;
  let complaints: string[];
  const storageOf = (id: string) =>
    ownedStorage(place, {
      deployment: async () => id,
      onForeign: ({ message }) => complaints.push(`${id}: ${message}`),
    });
  const put = (storage: Storage, key: string) => storage.put(key, Readable.from(["x"]), options);
  const foreign = { name: "StorageError", kind: "foreign" };
  beforeEach(async () => {
    complaints = [];
    place = await open();
  });
  afterEach(() => place.close());

  test("belongs to the first, and the second reads it and changes nothing", async () => {
    const [first, second] = [storageOf("first"), storageOf("second")];
    await put(first, "originals/a");
    for (const change of [
      () => put(second, "originals/b"),
      () => second.remove("originals/a"),
      () => second.removePrefix("originals/"),
      () => second.removeUnfinished("originals/", new Date()),
      () => second.check(),
    ]) {
      await expect(change()).rejects.toMatchObject(foreign);
    }
    expect(await text(await second.open("originals/a"))).toBe("x");
    expect(await readOwner(place)).toBe("first");
    await expect(first.check()).resolves.toBeUndefined();
    expect(complaints).toEqual([
      expect.stringMatching(
        /^second: The storage belongs to another deployment \(first\): .*adopt/,
      ),
    ]);
  });

  test("changes its owner when the second takes it over, also for a file that is being stored", async () => {
    const [first, second] = [storageOf("first"), storageOf("second")];
    await put(first, "originals/a");
    const slow = Readable.from(
      (async function* () {
        yield "x";
        await writeOwner(place, "second");
      })(),
    );
    await expect(first.put("originals/slow", slow, options)).rejects.toMatchObject(foreign);
    await expect(put(first, "originals/b")).rejects.toMatchObject(foreign);
    await expect(put(second, "originals/b")).resolves.toMatchObject({ byteSize: 1 });
  });

  test("in production the second does not start, and elsewhere it does", async () => {
    await claimAtStart(storageOf("first"), true);
    await expect(claimAtStart(storageOf("second"), true)).rejects.toMatchObject({
      name: "WrongSetting",
      message: expect.stringContaining("belongs to another deployment (first)"),
    });
    await expect(claimAtStart(storageOf("second"), false)).resolves.toBeUndefined();
  });

  test("whose files were moved stores nothing, and says where to look", async () => {
    await writeOwner(place, MOVED);
    await expect(put(storageOf("first"), "originals/b")).rejects.toMatchObject({
      ...foreign,
      message: expect.stringContaining("were moved to another place"),
    });
  });

  test.each(["", "[]", "{", '{"id":1}'])(
    "with an unreadable owner (%j) is foreign",
    async (content) => {
      await place.put("deployment.json", Readable.from([Buffer.from(content)]), options);
      await expect(put(storageOf("first"), "originals/b")).rejects.toMatchObject(foreign);
    },
  );
});

test("a process that cannot learn its id stores nothing, and asks again", async () => {
  let asked = 0;
  const id = randomUUID();
  const place = await inDirectory();
  const storage = ownedStorage(place, {
    deployment: async () => {
      asked += 1;
      if (asked === 1) throw new Error("the database is away");
      return id;
    },
  });
  await expect(claimAtStart(storage, true)).resolves.toBeUndefined();
  await storage.put("originals/a", Readable.from(["x"]), options);
  expect([asked, await readOwner(place)]).toEqual([2, id]);
});
