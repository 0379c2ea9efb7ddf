// Covers docs/reference/errors.md: codes-of-fields

import {
  type FieldProblem,
  type FieldProblemCode,
  problemOf,
  problemSentences,
  valuesOf,
} from "./field-problems";

const numbers = new Set(["min", "max", "step", "count", "row", "position"]);

const codes = Object.keys(problemSentences) as readonly FieldProblemCode[];

/** An example sentence of a problem, and the expected code and values. */
function exampleOf(code: FieldProblemCode): [string, FieldProblem] {
  const values = Object.fromEntries(
    valuesOf(code).map((name, at) => [
      name,
      numbers.has(name) ? at + 2.5 : name === "setting" ? "timezone" : `some ${name}`,
    ]),
  );
  const sentence = problemSentences[code].replace(/\{(\w+)\}/g, (_, name) => `${values[name]}`);
  return [sentence, { code, values }];
}

describe("the catalog of field problems", () => {
  test.each(codes.map(exampleOf))("reads %j", (sentence, problem) => {
    expect(problemOf(sentence)).toEqual(problem);
  });

  test.each<[string, FieldProblem]>([
    ["must be at least -3", { code: "too_small", values: { min: -3 } }],
    [
      "must be one of a,\nb, which must be at most 3",
      { code: "not_one_of", values: { values: "a,\nb, which must be at most 3" } },
    ],
    ["is of another color", { code: "other", values: {} }],
  ])("reads %j", (sentence, problem) => {
    expect(problemOf(sentence)).toEqual(problem);
  });
});
