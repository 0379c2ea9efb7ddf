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
    ["an empty text is left to its schema", text, "", ""],
    ["a whole number", z.int().nullable(), "42", 42],
    ["a negative decimal", z.number(), "-1.5", -1.5],
    ["no number in other spellings", z.number(), "1e3", "1e3"],
    ["an empty number clears", z.int().nullable(), "", null],
    ["an empty number that cannot be cleared", z.int(), "", ""],
    ["true", z.boolean(), "true", true],
    ["0 for a boolean", z.boolean().optional(), "0", false],
    ["no boolean in other spellings", z.boolean(), "yes", "yes"],
    ["0 or 1", z.union([z.literal(0), z.literal(1)]), "1", 1],
    ["a boolean or a number: the first that fits", z.union([z.boolean(), z.int()]), "true", true],
    ["one of a list of words", z.enum(["a", "1"]), "1", "1"],
    ["a list", z.array(z.int()), ["1", "2"], [1, 2]],
    ["a list of one without brackets", z.array(z.string()), "red", ["red"]],
    ["an empty list", z.array(z.string()).nullable(), "", []],
    ["a record", z.record(z.string(), z.string()), { "1": "2" }, { "1": "2" }],
    ["JSON for a structure", z.record(z.string(), z.unknown()), '{"a":[1]}', { a: [1] }],
    ["no JSON for a structure", z.strictObject({}), "{a", "{a"],
    ["a default around it", z.int().default(3), "4", 4],
    ["a lazy schema", z.lazy(() => z.int()), "4", 4],
    ["a pipe", z.int().transform((n) => n + 1), "4", 4],
    ["a preprocessed value", z.preprocess((value) => value, z.int()), "4", 4],
    [
      "what the schema does not know",
      z.strictObject({ a: z.int() }),
      { a: "1", b: "2" },
      { a: 1, b: "2" },
    ],
    ["an object where a number belongs", z.int(), { a: "1" }, { a: "1" }],
  ])("%s", (_case, schema, value, expected) => {
    expect(convertStrings(schema, value)).toEqual(expected);
  });

  test("a field named __proto__ is a field like any other", () => {
    const value = JSON.parse('{"__proto__":{"a":"1"}}');
    const converted = convertStrings(z.strictObject({}), value) as object;
    expect(Object.keys(converted)).toEqual(["__proto__"]);
    expect(({} as { a?: unknown }).a).toBeUndefined();
  });
});
