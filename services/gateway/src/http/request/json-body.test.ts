// Covers docs/reference/requests.md: bodies
// Covers docs/reliability.md: invalid-requests

import { EventEmitter } from "node:events";
import { Readable } from "node:stream";
import type { Request } from "express";
import { readBytes, readJson } from "./json-body";
import { DOUBTFUL_MAX, jsonShape } from "./parse-json";

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

test.each([
  ['{"a":-12,"b":[3.5,"12"],"c1":1e5}', 9, []],
  ["[12345678901234567,-1.5e-100,1234567890123456]", 42, ["12345678901234567", "-1.5e-100"]],
  ["[0.12345678901234567,1e-10,1e100]", 29, []],
  [`[${`${"1".repeat(17)},`.repeat(DOUBTFUL_MAX + 5)}1]`, 17 * (DOUBTFUL_MAX + 5) + 1, undefined],
])("%.50s has numbers of %i bytes", (text, digits, doubtful) => {
  const shape = jsonShape(Buffer.from(text));
  expect(shape.digits).toBe(digits);
  if (doubtful === undefined) expect(shape.doubtful).toHaveLength(DOUBTFUL_MAX + 1);
  else expect(shape.doubtful).toEqual(doubtful);
});

describe("reading a body", () => {
  const pace = { windowMs: 10_000, leastBytes: 10_000, deadlineMs: 30_000 };
  const request = (body: Readable, headers = {}) =>
    Object.assign(body, { headers, socket: { bytesRead: 0 } }) as unknown as Request;

  const json = (text: string) => {
    const body = Readable.from([Buffer.from(text)]);
    const headers = { "content-type": "application/json" };
    return readJson(request(body, headers), pace, 8_000_000);
  };
  const filler = "x".repeat(4 * 1024 * 1024);
  const keys = (count: number) => Array.from({ length: count }, (_, n) => `"k${n}":1`).join(",");
  const long = `${"1".repeat(17)},`;

  test.each([
    ["1 MiB of decimals", `[${"0.1234567890123456,".repeat(60_000)}0]`, /too many digits/],
    ["many long integers", `[${long.repeat(DOUBTFUL_MAX + 1)}0]`, /too many digits/],
    ["many keys beside a file", `{"file":"${filler}",${keys(20_001)}}`, /too many keys/],
    ["many entries beside a file", `["${filler}"${",0".repeat(20_001)}]`, /too many keys/],
  ])("%s are 400 before they are parsed", async (_, text, message) => {
    // The text is no JSON, which only a parser would find.
    await expect(json(`${text}?`)).rejects.toMatchObject({ status: 400 });
    await expect(json(`${text}?`)).rejects.toThrow(message);
  });

  test.each([
    ["decimals", `[${"0.1234567890123456,".repeat(50_000)}0]`],
    ["long integers that stay exact", `[${"10000000000000000,".repeat(DOUBTFUL_MAX)}0]`],
    ["keys", `{${keys(29_000)}}`],
    ["keys beside a file", `{"file":"${filler}",${keys(19_000)}}`],
  ])("fewer %s are read", async (_, text) => {
    expect(await json(text)).toEqual(JSON.parse(text));
  });

  test("returns its bytes, however they are split", async () => {
    const body = Readable.from([Buffer.from("ab"), Buffer.from("c")]);
    expect((await readBytes(request(body), 3, pace)).toString()).toBe("abc");
  });

  test("one that has arrived whole is read before its stream ends", async () => {
    const body = new Readable({ read() {} });
    body.push("ab");
    body.push("c");
    const bytes = await readBytes(request(body, { "content-length": "3" }), 3, pace);
    expect(bytes.toString()).toBe("abc");
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
