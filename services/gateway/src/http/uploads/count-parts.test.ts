import fc from "fast-check";
import { boundaryOf, countParts } from "./count-parts";

const formOf = (parts: readonly string[]) =>
  Buffer.from(`${parts.map((part) => `--b\r\n${part}\r\n`).join("")}--b--\r\n`);

test("parts are counted in chunks of any size", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a", "", "x--b", "\r\n", "x\r\n-", "-b--"), { maxLength: 6 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      (parts, sizes) => {
        const bytes = formOf(parts);
        const counter = countParts("b");
        for (let at = 0, n = 0; at < bytes.length; n++) {
          const size = sizes[n % sizes.length] ?? 1;
          counter.push(bytes.subarray(at, at + size));
          at += size;
        }
        expect(counter.parts()).toBe(parts.length);
      },
    ),
  );
});

test("a preamble, blanks after a delimiter, and what follows the last delimiter are no parts", () => {
  const counter = countParts("b");
  counter.push(Buffer.from("hello\r\n--b  \r\n\r\n1\r\n--b--\r\n--b\r\n\r\n2\r\n"));
  expect(counter.parts()).toBe(1);
});

test.each([
  ["multipart/form-data; boundary=abc", "abc"],
  ['multipart/form-data; boundary="a b"; charset=utf-8', "a b"],
  ["multipart/form-data", undefined],
  [undefined, undefined],
])("the boundary of %s is %s", (type, boundary) => {
  expect(boundaryOf(type)).toBe(boundary);
});
