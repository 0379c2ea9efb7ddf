import type { z } from "zod";
import type { ProblemSentence } from "../refusals/field-problems";

/** The error of `base` for a body that is no object. */
export const BODY_NOT_OBJECT = "The body must be a JSON object" satisfies ProblemSentence;

const types: Readonly<Record<string, ProblemSentence>> = {
  string: "must be a string",
  number: "must be a number",
  int: "must be a whole number",
  boolean: "must be true or false",
  array: "must be a list",
  object: "must be an object",
  record: "must be an object",
  null: "must be null",
  date: "must be a date and time in ISO 8601",
};

/** What is wrong with a value of a body, in the words of the service. */
export function sentenceOf(issue: z.core.$ZodIssue, value: unknown): ProblemSentence {
  const isBody = issue.path.length === 0;
  // JSON.parse reads 1e400 as Infinity.
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) {
    return "is a number that is too large to store";
  }
  if (isBody && (typeof value !== "object" || value === null || Array.isArray(value))) {
    return BODY_NOT_OBJECT;
  }
  switch (issue.code) {
    case "invalid_type":
      if (value === undefined) return "is required";
      // A text that may be cleared accepts null. For any other text, null is the same as no value.
      if (value === null && issue.expected === "string") {
        // A text that is not translated is left out.
        return issue.path.includes("translations") ? "must be a string" : "is required";
      }
      return types[issue.expected] ?? `must be of type ${issue.expected}`;
    case "invalid_value":
      if (value === undefined) return "is required";
      return `must be one of ${issue.values.map(String).join(", ")}`;
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return tooBig(issue);
    case "not_multiple_of":
      return `must be a multiple of ${Number(issue.divisor)}`;
    case "invalid_format":
      // A schema with a sentence of its own has it in place of the one of zod.
      if (issue.format === "regex" && !issue.message.startsWith("Invalid")) {
        return issue.message as ProblemSentence;
      }
      return formats[issue.format] ?? "has the wrong format";
    case "invalid_union":
      return value === undefined ? "is required" : unionSentence(issue, value);
    case "invalid_key":
      return "has a key in the wrong format";
    case "invalid_element":
      return "has an element in the wrong format";
    case "unrecognized_keys":
      return "has unknown fields";
    case "custom":
      // Schemas say their sentences with `satisfies ProblemSentence`.
      return issue.message as ProblemSentence;
  }
}

/** The problem of the only member whose type the value has, or else the types of all members. */
function unionSentence({ errors }: z.core.$ZodIssueInvalidUnion, value: unknown): ProblemSentence {
  const ofType = errors.filter(
    ([first]) => first?.code !== "invalid_type" || first.path.length > 0,
  );
  const [only] = ofType.length === 1 ? ofType : [];
  const [own] = only?.filter(({ path }) => path.length === 0) ?? [];
  if (own !== undefined && own.code !== "invalid_value")
    return sentenceOf({ ...own, path: [""] }, value);
  const expected = errors.flatMap(([first]) => {
    if (first?.path.length !== 0) return ["an object"];
    if (first.code === "invalid_value") return first.values.map(String);
    return first.code === "invalid_type" ? [expectedWords[first.expected] ?? first.expected] : [];
  });
  return expected.length === 0
    ? "has the wrong type"
    : `has the wrong type: expected is ${[...new Set(expected)].join(", ")}`;
}

const expectedWords: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true, false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

const formats: Readonly<Record<string, ProblemSentence>> = {
  email: "must be an e-mail address",
  url: "must be a URL that begins with http:// or https://",
  base64: "must be base64",
  date: "must be a date such as 2030-01-31",
  datetime: "must be a date and time in ISO 8601",
};

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): ProblemSentence {
  const min = Number(minimum);
  if (origin === "string")
    return min === 1 ? "is required" : `must have at least ${min} characters`;
  if (origin === "array" || origin === "set") return `must have ${min} or more entries`;
  return inclusive === false ? `must be above ${min}` : `must be at least ${min}`;
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): ProblemSentence {
  const max = Number(maximum);
  if (origin === "string") return `must have at most ${max} characters`;
  if (origin === "array" || origin === "set") return `must have at most ${max} entries`;
  return inclusive === false ? `must be below ${max}` : `must be at most ${max}`;
}
