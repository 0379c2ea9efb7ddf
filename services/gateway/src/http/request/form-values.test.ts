// Covers docs/reference/requests.md: forms
// Covers docs/reliability.md: invalid-requests

import { z } from "zod";
import { convertStrings } from "./form-values";

const text = z
  .string()
  .trim()
  .transform((value) => (value === "" ? null : value))
  .nullable();

describe("values of a form are converted to the types of their fields", () => {
  test.each<[string, z.ZodType, unknown, unknown]>([
    ["a text stays a text", z.string(), "1", "1"],
    ["an empty text is passed on to the schema", text, "", ""],
    ["a whole number", z.int().nullable(), "42", 42],
    ["a negative decimal", z.number(), "-1.5", -1.5],
    ["a number in another notation stays a text", z.number(), "1e3", "1e3"],
    ["an empty text for a number is null", z.int().nullable(), "", null],
    ["an empty text for a number that may not be null", z.int(), "", ""],
    ["a boolean", z.boolean(), "true", true],
    ["0 for a boolean", z.boolean().optional(), "0", false],
    ["a boolean in another notation stays a text", z.boolean(), "yes", "yes"],
    ["0 or 1", z.union([z.literal(0), z.literal(1)]), "1", 1],
    [
      "a boolean or a number: the first type that fits",
      z.union([z.boolean(), z.int()]),
      "true",
      true,
    ],
    ["one of a list of words", z.enum(["a", "1"]), "1", "1"],
    ["a list", z.array(z.int()), ["1", "2"], [1, 2]],
    ["a list of one without brackets", z.array(z.string()), "red", ["red"]],
    ["an empty list", z.array(z.string()).nullable(), "", []],
    ["a record", z.record(z.string(), z.string()), { "1": "2" }, { "1": "2" }],
    ["JSON for a structured field", z.record(z.string(), z.unknown()), '{"a":[1]}', { a: [1] }],
    ["invalid JSON for a structured field stays a text", z.strictObject({}), "{a", "{a"],
    ["a field with a default", z.int().default(3), "4", 4],
    ["a lazy schema", z.lazy(() => z.int()), "4", 4],
    ["a pipe", z.int().transform((n) => n + 1), "4", 4],
    ["a preprocessed value", z.preprocess((value) => value, z.int()), "4", 4],
    [
      "a field that the schema does not have",
      z.strictObject({ a: z.int() }),
      { a: "1", b: "2" },
      { a: 1, b: "2" },
    ],
    ["an object in the place of a number", z.int(), { a: "1" }, { a: "1" }],
  ])("%s", (_case, schema, value, expected) => {
    expect(convertStrings(schema, value)).toEqual(expected);
  });

  test("a field named __proto__ is handled like any other field", () => {
    const value = JSON.parse('{"__proto__":{"a":"1"}}');
    const converted = convertStrings(z.strictObject({}), value) as object;
    expect(Object.keys(converted)).toEqual(["__proto__"]);
    expect(({} as { a?: unknown }).a).toBeUndefined();
  });
});
