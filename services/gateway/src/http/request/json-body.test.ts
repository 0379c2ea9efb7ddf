// Covers docs/reference/requests.md: bodies

import { EventEmitter } from "node:events";
import { Readable } from "node:stream";
import type { Request } from "express";
import { jsonShape, readBytes } from "./json-body";

const depthOf = (text: string) => jsonShape(Buffer.from(text)).depth;

describe("the depth of a JSON text", () => {
  test.each([
    ["1", 0],
    ["{}", 1],
    ['[{"a":[1]}]', 3],
    ['{"a":{},"b":{"c":{}}}', 3],
    ['"[[[["', 0],
    ['"a\\"[[["', 0],
    ['{"[[":"\\\\","a":[]}', 2],
    ["[".repeat(500_000), 500_000],
  ])("of %.20s is %i", (text, depth) => {
    expect(depthOf(text)).toBe(depth);
  });
});

test.each([
  ['{"a":1,"b":{"c":[1,2,3]}}', 3, 3],
  ['{":,":"\\":,"}', 1, 0],
  ["[]", 0, 0],
])("%s has %i keys, and %i entries after a first one", (text, keys, entries) => {
  expect(jsonShape(Buffer.from(text))).toMatchObject({ keys, entries });
});

test.each([
  ['{"a":"\\u00e9"}', 0],
  ['{"é":"aé\\"é"}', 6],
  ['["🎉"]', 4],
])("%s has %i bytes of characters outside of ASCII", (text, foreign) => {
  expect(jsonShape(Buffer.from(text))).toMatchObject({ foreign });
});

describe("reading a body", () => {
  const pace = { windowMs: 10_000, leastBytes: 10_000, deadlineMs: 30_000 };
  const request = (body: Readable, headers = {}) =>
    Object.assign(body, { headers, socket: { bytesRead: 0 } }) as unknown as Request;

  test("returns its bytes, however they are split", async () => {
    const body = Readable.from([Buffer.from("ab"), Buffer.from("c")]);
    expect((await readBytes(request(body), 3, pace)).toString()).toBe("abc");
  });

  test("a body of exactly the limit passes", async () => {
    expect(await readBytes(request(Readable.from([Buffer.from("abc")])), 3, pace)).toHaveLength(3);
  });

  test("one byte more is 413, and the request stays open for the response", async () => {
    const over = new Readable({ read() {} });
    over.push("ab");
    over.push("cd");
    await expect(readBytes(request(over), 3, pace)).rejects.toMatchObject({ status: 413 });
    expect(over.destroyed).toBe(false);
  });

  test("a Content-Length above the limit is 413 before a byte is read", async () => {
    const body = new EventEmitter() as unknown as Readable;
    await expect(
      readBytes(request(body, { "content-length": "4" }), 3, pace),
    ).rejects.toMatchObject({
      status: 413,
    });
  });

  test("an incomplete body is 400", async () => {
    const silent = new Readable({ read() {} });
    await expect(readBytes(request(silent), 3, { ...pace, deadlineMs: 20 })).rejects.toMatchObject({
      status: 400,
    });
    const broken = new Readable({ read() {} });
    const reading = readBytes(request(broken), 3, pace);
    broken.destroy(new Error("reset"));
    await expect(reading).rejects.toMatchObject({ status: 400 });
  });
});
