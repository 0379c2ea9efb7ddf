// Covers docs/reference/requests.md: numbers-in-json

import { parseJson } from "./parse-json";

describe("numbers in a body that a double would change", () => {
  test.each(["1e-400", '{"a":[-2.5E-0400]}', `{"a":0.${"0".repeat(400)}1}`, '{"\\"":1e-999}'])(
    "%.30s is refused",
    (text) => {
      expect(() => parseJson(text)).toThrow("too small to store");
    },
  );

  test.each(["10000000000000000000000000001", '{"a":-100000000000000000010}'])(
    "the round number that %s would become is refused",
    (text) => {
      expect(() => parseJson(text)).toThrow("too many digits");
    },
  );

  test.each([
    "0",
    "0e-999",
    "-0.0",
    "1e-300",
    "5e-324",
    '"1e-400"',
    '{"a \\" 1e-400":1}',
    "1e-2",
    "1.0e+28",
  ])("%s is accepted", (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  test("a text that is no JSON throws a SyntaxError", () => {
    expect(() => parseJson("{1e-400")).toThrow(SyntaxError);
  });
});
