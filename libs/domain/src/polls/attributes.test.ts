// Covers docs/reference/options.md: inputs
// Covers docs/reference/polls.md: additional-attributes, required-fields
// Covers docs/reference/requests.md: ids

import { readAttributeValues } from "./attribute-values";
import {
  type AttributeDefinitions,
  currentAttributes,
  readAttributeDefinitions,
  requiredAttributeIds,
} from "./attributes";

const define = (input: unknown, before: AttributeDefinitions = {}) => {
  const read = readAttributeDefinitions("additional_attributes", input, before);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return read.value;
};

const size = { title: "Size", type: "select", required: true, allowed_values: ["S", "M"] } as const;
const note = { title: "Note", type: "text", required: false, allowed_values: [] } as const;
const age = { title: "Age", type: "number", required: false, allowed_values: [] } as const;

describe("readAttributeDefinitions", () => {
  test("the entries of a list get the ids 1, 2, 3 …", () => {
    expect(define([size, note])).toEqual({ "1": size, "2": note });
  });

  test("the object of a response is valid in a request", () => {
    const stored = define([size, note]);
    expect(define(stored, stored)).toEqual(stored);
  });

  test("an attribute keeps its id in another order, whether or not the request has the id", () => {
    const before = define([size, note]);
    expect(define([note, { ...size, id: 1, title: "Shirt" }], before)).toEqual({
      "1": { ...size, title: "Shirt" },
      "2": note,
    });
  });

  test("the id of a removed attribute is not reused, and its title is kept", () => {
    const before = define([size, note]);
    const after = define([size, age], before);
    expect(after).toEqual({ "1": size, "2": { ...note, removed: true }, "3": age });
    expect(Object.keys(currentAttributes(after))).toEqual(["1", "3"]);
  });

  test("a removed attribute loses its choices", () => {
    const many = Array.from({ length: 5_001 }, (_, at) => String(at));
    const before = { "1": { ...size, allowed_values: many } };
    expect(define([note], before)).toEqual({
      "1": { ...size, allowed_values: [], removed: true },
      "2": note,
    });
  });

  test("a poll keeps 1,000 definitions, removed ones included", () => {
    const named = (round: number) =>
      Array.from({ length: 100 }, (_, at) => ({ ...note, title: `${round} ${at}` }));
    let kept = define(named(0));
    for (let round = 1; round < 10; round++) kept = define(named(round), kept);
    expect(Object.keys(kept)).toHaveLength(1_000);
    expect(readAttributeDefinitions("additional_attributes", named(10), kept)).toEqual({
      ok: false,
      errors: { additional_attributes: ["must have at most 1000 entries"] },
    });
    expect(Object.keys(define(named(9), kept))).toHaveLength(1_000);
  });

  test("a removed attribute that is added again gets a new id", () => {
    const without = define([size], define([size, note]));
    expect(define([size, note], without)).toEqual({
      "1": size,
      "2": { ...note, removed: true },
      "3": note,
    });
  });

  test("the id of a removed attribute is refused to another one", () => {
    const without = define([size], define([size, note]));
    const read = (row: object) =>
      readAttributeDefinitions("additional_attributes", [size, { id: 2, ...row }], without);
    const errors = { "additional_attributes.1.id": ["is reserved"] };
    expect(read(age)).toEqual({ ok: false, errors });
    expect(read(note).ok).toBe(true);
  });

  test("required ids are those of current attributes, or undefined without attributes", () => {
    expect(requiredAttributeIds(define([size, note]))).toEqual([1]);
    expect(requiredAttributeIds(define([note]))).toEqual([]);
    expect(requiredAttributeIds(define(null, define([size])))).toBeUndefined();
  });

  test.each([
    ["no title", [{ type: "text" }], { "additional_attributes.0.title": ["is required"] }],
    [
      "type file",
      [{ title: "CV", type: "file" }],
      { "additional_attributes.0.type": [expect.stringContaining("must be one of text")] },
    ],
    ["an entry that is no object", [3], { "additional_attributes.0": ["must be an object"] }],
    [
      "an id twice",
      [
        { ...note, id: 1 },
        { ...age, id: 1 },
      ],
      { additional_attributes: ["contains an id twice"] },
    ],
    [
      "allowed values of a text",
      [{ ...note, allowed_values: ["x"] }],
      { "additional_attributes.0.allowed_values": ["is not for attributes of type text"] },
    ],
    [
      "an unknown field",
      [{ ...note, color: 1 }],
      { "additional_attributes.0.color": ["is not a known field"] },
    ],
    [
      "more allowed values than a poll has",
      Array.from({ length: 6 }, () => ({ ...size, allowed_values: Array(1_000).fill("S") })),
      { "additional_attributes.allowed_values": ["must have at most 5000 entries"] },
    ],
    [
      "a key that is no id",
      { one: note },
      { "additional_attributes.one.id": ["must be a number"] },
    ],
  ])("%s is refused", (_case, input, errors) => {
    expect(readAttributeDefinitions("additional_attributes", input, {})).toEqual({
      ok: false,
      errors,
    });
  });
});

describe("readAttributeValues", () => {
  const definitions = define([size, note, age]);
  const read = (input: unknown, before: Record<string, string> = {}, demandRequired = true) =>
    readAttributeValues(input, definitions, before, { demandRequired });

  test.each([
    ["a value typed as defined", { "1": "S", "3": "42" }, {}, { "1": "S", "3": "42" }],
    ["keys not given keep their value", { "2": "hi" }, { "1": "M" }, { "1": "M", "2": "hi" }],
    ["null clears", { "2": null }, { "1": "M", "2": "hi" }, { "1": "M" }],
    ["an empty text clears", { "2": " " }, { "1": "M", "2": "hi" }, { "1": "M" }],
  ])("%s", (_case, input, before, value) => {
    expect(read(input, before)).toEqual({ ok: true, value });
  });

  test("a value has at most 10,000 characters, of which one may be two UTF-16 units", () => {
    const length = (count: number) => read({ "1": "S", "2": "😀".repeat(count) });
    expect(length(10_000).ok).toBe(true);
    expect(length(10_001)).toEqual({
      ok: false,
      errors: { "additional_attributes.2": ["must have at most 10000 characters"] },
    });
  });

  test.each([
    ["a required one absent", {}, { "additional_attributes.1": ["is required"] }],
    [
      "an unknown id",
      { "1": "S", "9": "x" },
      { "additional_attributes.9": ["is not a known field"] },
    ],
    [
      "an id like a property of every object",
      { "1": "S", toString: "x" },
      { "additional_attributes.toString": ["is not a known field"] },
    ],
    [
      "a value not allowed",
      { "1": "XXL" },
      { "additional_attributes.1": ["is not one of the allowed values"] },
    ],
    [
      "another type",
      { "1": "S", "3": "old" },
      { "additional_attributes.3": ["must be a whole number"] },
    ],
    ["a number", { "1": 3 }, { "additional_attributes.1": ["must be a string"] }],
    ["a list", [], { additional_attributes: ["must be an object"] }],
  ])("%s is refused", (_case, input, errors) => {
    expect(read(input)).toEqual({ ok: false, errors });
  });
});
