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
  const { stream, parts } = createPartStream("b");
  const passed = await buffer(Readable.from(chunks).pipe(stream));
  return { passed: passed.toString(), parts: parts() };
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
  expect(await pass("--", [1])).toEqual({ passed: "\r\n--", parts: 0 });
});

test.each([
  ["multipart/form-data; boundary=abc", "abc"],
  ['multipart/form-data; boundary="a b"; charset=utf-8', "a b"],
  ["multipart/form-data", undefined],
  [undefined, undefined],
])("the boundary of %s is %s", (type, boundary) => {
  expect(boundaryOf(type)).toBe(boundary);
});
