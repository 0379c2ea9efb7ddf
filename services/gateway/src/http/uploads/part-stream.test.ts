// Covers docs/reference/requests.md: forms

import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { boundaryOf, createPartStream } from "./part-stream";

async function pass(form: string, sizes: readonly number[]) {
  const bytes = Buffer.from(form);
  const chunks: Buffer[] = [];
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const size = sizes[n % sizes.length] ?? 1;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  const { stream, parts, isUnreadable } = createPartStream("b");
  const passed = await buffer(Readable.from(chunks).pipe(stream));
  return { passed: passed.toString(), parts: parts(), isUnreadable: isUnreadable() };
}

test("parts are counted in chunks of any size, and blanks after a boundary are removed", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom("a", "", "x--b ", "\r\n", "x\r\n-", "-b--", " \t"), {
        maxLength: 6,
      }),
      fc.constantFrom("", " ", " \t "),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      async (parts, blanks, sizes) => {
        const formOf = (after: string) =>
          `${parts.map((part) => `--b${after}\r\n${part}\r\n`).join("")}--b--\r\nend`;
        expect(await pass(formOf(blanks), sizes)).toEqual({
          passed: `\r\n${formOf("")}`,
          parts: parts.length,
          isUnreadable: false,
        });
      },
    ),
  );
});

test("a preamble, and what follows the last delimiter, are no parts", async () => {
  const form = "hello\r\n--b  \r\n\r\n1\r\n--b--\r\n--b\r\n\r\n2\r\n";
  expect((await pass(form, [100])).parts).toBe(1);
});

test("a form that ends within a boundary is passed on whole", async () => {
  expect(await pass("--", [1])).toMatchObject({ passed: "\r\n--", parts: 0 });
});

const disposition = "Content-Disposition: form-data; name=a";
test.each([
  ["one head", [`${disposition}\r\n\r\n1`, `${disposition}\r\n\r\n2`], false],
  ["another header", [`${disposition}\r\nX-${disposition}\r\n\r\n1`], false],
  ["a head in the content", [`${disposition}\r\n\r\n${disposition}\r\n${disposition}`], false],
  ["two of them", [`${disposition}\r\n\r\n1`, `${disposition}\r\n${disposition}\r\n\r\n1`], true],
  [
    "two of them apart, in other letters",
    [`${disposition}\r\nA: b\r\n${disposition.toLowerCase()}\r\n\r\n1`],
    true,
  ],
  ["a name in UTF-8", [`${disposition}; filename*=UTF-8''%C3%BC.png\r\n\r\n1`], false],
  ["a name that is no UTF-8", [`${disposition}; filename*=utf-8''%C3%28.png\r\n\r\n1`], true],
  ["a name in another set", [`${disposition}; filename*=ISO-8859-1''%FC.png\r\n\r\n1`], false],
  ["two names", ["Content-Disposition: form-data; name=a; NAME=b\r\n\r\n1"], true],
  [
    "a name inside of another",
    ['Content-Disposition: form-data; name="a; name=b"\r\n\r\n1'],
    false,
  ],
  ["two of them without content", [`${disposition}\r\n${disposition}\r\n`], true],
])(
  "a part is unreadable only with several dispositions, or a name that is no UTF-8: %s",
  async (_, parts, isUnreadable) => {
    const form = `${parts.map((part) => `--b\r\n${part}\r\n`).join("")}--b--\r\n`;
    for (const sizes of [[1], [7, 3], [1_000]]) {
      expect((await pass(form, sizes)).isUnreadable).toBe(isUnreadable);
    }
  },
);

test.each([
  ["multipart/form-data; boundary=abc", "abc"],
  ['multipart/form-data; boundary="a b"; charset=utf-8', "a b"],
  ["multipart/form-data", undefined],
  [undefined, undefined],
])("the boundary of %s is %s", (type, boundary) => {
  expect(boundaryOf(type)).toBe(boundary);
});

test.each([
  ["blanks in its disposition", `${disposition}${" ".repeat(60_000)}x`],
  ["semicolons in its disposition", `${disposition}${";".repeat(60_000)}x`],
  ["a parameter many times", `${disposition}${";a=".repeat(20_000)}x`],
  ["blanks in its type", `${disposition}\r\nContent-Type: text/plain${" ".repeat(60_000)}x`],
])("a head of the size of a chunk does not stop other requests: %s", async (_, head) => {
  const form = `${`--b\r\n${head}\r\n\r\n1\r\n`.repeat(20)}--b--\r\n`;
  const began = performance.now();
  expect((await pass(form, [64 * 1024])).parts).toBe(20);
  expect(performance.now() - began).toBeLessThan(10_000);
});
