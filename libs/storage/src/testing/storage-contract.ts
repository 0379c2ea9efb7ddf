import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { Storage } from "../storage";

const text = (content: string) => Readable.from([Buffer.from(content)]);
const options = { contentType: "text/plain" };

/** The tests that every storage must pass. The test of each driver runs them. */
export function testStorageContract(open: () => Promise<Storage>): void {
  let storage: Storage;
  const prefix = `laws/${randomBytes(8).toString("hex")}/`;
  const keysUnder = async (under: string) => {
    const keys: string[] = [];
    for await (const { key } of storage.list(under)) keys.push(key);
    return keys.sort();
  };

  beforeAll(async () => {
    storage = await open();
  });
  afterAll(async () => {
    await storage.removePrefix(prefix);
    await storage.close();
  });

  test("returns the content that was stored, with its size and digest", async () => {
    const content = randomBytes(300_000);
    const receipt = await storage.put(`${prefix}whole`, Readable.from([content]), options);

    expect(receipt).toEqual({
      byteSize: content.length,
      sha256: createHash("sha256").update(content).digest("hex"),
    });
    expect((await buffer(await storage.open(`${prefix}whole`))).equals(content)).toBe(true);
  });

  test("stores a file of many parts, and an empty file", async () => {
    const chunk = randomBytes(1024 * 1024);
    const chunks = Array.from({ length: 20 }, () => chunk);
    await storage.put(`${prefix}large`, Readable.from(chunks), options);
    await storage.put(`${prefix}empty`, Readable.from([]), options);

    expect((await buffer(await storage.open(`${prefix}large`))).equals(Buffer.concat(chunks))).toBe(
      true,
    );
    expect((await storage.stat(`${prefix}empty`))?.byteSize).toBe(0);
  });

  test.each([
    [{ start: 2, end: 4 }, "cde"],
    [{ start: 7 }, "hij"],
    [{ start: 9, end: 9 }, "j"],
    [{ start: 8, end: 100 }, "ij"],
  ])("reads the range %j", async (range, expected) => {
    await storage.put(`${prefix}range`, text("abcdefghij"), options);
    expect((await buffer(await storage.open(`${prefix}range`, range))).toString()).toBe(expected);
  });

  test("replaces a file atomically", async () => {
    await storage.put(`${prefix}again`, text("first and longer"), options);
    await storage.put(`${prefix}again`, text("second"), options);
    expect((await buffer(await storage.open(`${prefix}again`))).toString()).toBe("second");
  });

  test("reports a file that does not exist as missing", async () => {
    await expect(storage.open(`${prefix}absent`)).rejects.toMatchObject({ kind: "missing" });
    await expect(storage.stat(`${prefix}absent`)).resolves.toBeUndefined();
    await expect(storage.remove(`${prefix}absent`)).resolves.toBeUndefined();
    await expect(storage.removePrefix(`${prefix}absent/`)).resolves.toBeUndefined();
    await expect(keysUnder(`${prefix}absent/`)).resolves.toEqual([]);
  });

  test("refuses a file one byte above the limit and keeps nothing of it", async () => {
    await storage.put(`${prefix}just`, text("12345"), { ...options, maxBytes: 5 });
    await expect(
      storage.put(`${prefix}over`, text("123456"), { ...options, maxBytes: 5 }),
    ).rejects.toMatchObject({ kind: "too_large" });
    const endless = Readable.from(
      (async function* () {
        for (;;) yield Buffer.alloc(1024 * 1024);
      })(),
    );
    await expect(
      storage.put(`${prefix}endless`, endless, { ...options, maxBytes: 30 * 1024 * 1024 }),
    ).rejects.toMatchObject({ kind: "too_large" });

    await expect(storage.stat(`${prefix}just`)).resolves.toMatchObject({ byteSize: 5 });
    await expect(storage.stat(`${prefix}over`)).resolves.toBeUndefined();
    await expect(storage.stat(`${prefix}endless`)).resolves.toBeUndefined();
  });

  test("keeps nothing of an interrupted upload, and reports its error", async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from("half");
        throw new Error("the client has left");
      })(),
    );
    await expect(storage.put(`${prefix}half`, broken, options)).rejects.toThrow(
      "the client has left",
    );
    await expect(storage.stat(`${prefix}half`)).resolves.toBeUndefined();
  });

  test("stops an upload when its signal is aborted", async () => {
    const stop = new AbortController();
    const slow = new Readable({ read() {} });
    slow.once("data", () => stop.abort());
    slow.push("half");
    await expect(
      storage.put(`${prefix}stopped`, slow, { ...options, signal: stop.signal }),
    ).rejects.toMatchObject({ name: "AbortError" });
    await expect(storage.stat(`${prefix}stopped`)).resolves.toBeUndefined();
  });

  test("lists and removes files under a prefix, and no others", async () => {
    const keys = ["tree/a", "tree/b/c", "tree/b/d", "tree.b", "treetop"].map((k) => prefix + k);
    for (const key of keys) await storage.put(key, text(key), options);

    expect(await keysUnder(`${prefix}tree/`)).toEqual(keys.slice(0, 3));
    await storage.removePrefix(`${prefix}tree/b/`);
    expect(await keysUnder(`${prefix}tree/`)).toEqual(keys.slice(0, 1));
    await storage.remove(`${prefix}tree/a`);
    expect(await keysUnder(`${prefix}tree/`)).toEqual([]);
    expect((await storage.stat(`${prefix}treetop`))?.byteSize).toBe(`${prefix}treetop`.length);
    expect((await storage.stat(`${prefix}tree.b`))?.byteSize).toBe(`${prefix}tree.b`.length);
  });

  test("lists size and time of each file", async () => {
    const before = Date.now() - 60_000;
    await storage.put(`${prefix}listed/one`, text("12345"), options);
    const listed = [];
    for await (const file of storage.list(`${prefix}listed/`)) listed.push(file);

    expect(listed).toEqual([
      { key: `${prefix}listed/one`, byteSize: 5, modifiedAt: expect.anything() },
    ]);
    expect(listed[0]?.modifiedAt.getTime()).toBeGreaterThan(before);
  });

  test("concurrent writes of one key leave one complete file", async () => {
    const contents = Array.from({ length: 8 }, (_, i) => Buffer.alloc(200_000, i));
    await Promise.all(
      contents.map((content) => storage.put(`${prefix}race`, Readable.from([content]), options)),
    );
    const kept = await buffer(await storage.open(`${prefix}race`));
    expect(contents.some((content) => content.equals(kept))).toBe(true);
  });

  test.each([
    "../outside",
    "/rooted",
    "a//b",
    "a/../b",
    "a/.hidden",
    "UPPER",
    "a b",
    "a\\b",
    "a\0b",
    "",
    "ending/",
    "é",
    `a/${"x".repeat(512)}`,
  ])("refuses the key %j", async (key) => {
    await expect(async () => storage.put(key, text("x"), options)).rejects.toThrow(TypeError);
    await expect(async () => storage.open(key)).rejects.toThrow(TypeError);
    await expect(async () => storage.remove(key)).rejects.toThrow(TypeError);
  });

  test("its check succeeds", async () => {
    await expect(storage.check()).resolves.toBeUndefined();
  });
}
