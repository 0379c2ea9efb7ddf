import type { z } from "zod";
import type { FieldErrors } from "../refusals/refusal";
import { fieldErrors, mergeErrors } from "./read-body";

/** What could be read of an object, with everything that is wrong with the rest. */
export interface FieldsRead<Shape extends z.core.$ZodLooseShape> {
  /** Only what was given and is right. */
  readonly values: { readonly [Name in keyof Shape]?: z.output<Shape[Name]> };
  readonly errors: FieldErrors;
}

/**
 * Reads each given field by itself, so that checks across fields run on what is right and all
 * problems are told at once. A key the shape does not have is a problem.
 */
export function readFields<Shape extends Readonly<Record<string, z.ZodType>>>(
  shape: Shape,
  input: unknown,
): FieldsRead<Shape> {
  if (!isObject(input)) return { values: {}, errors: { base: ["must be an object"] } };
  const values: Record<string, unknown> = {};
  const problems: FieldErrors[] = [];
  for (const [name, value] of Object.entries(input)) {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (field === undefined) {
      problems.push(singleError(name, "is not a known field"));
      continue;
    }
    if (value === undefined) continue;
    const parsed = field.safeParse(value);
    if (parsed.success) values[name] = parsed.data;
    else {
      const issues = parsed.error.issues.map((issue) => ({
        ...issue,
        path: [name, ...issue.path],
      }));
      problems.push(fieldErrors(issues as z.core.$ZodIssue[], input));
    }
  }
  return {
    values: values as FieldsRead<Shape>["values"],
    errors: mergeErrors(...problems),
  };
}

/** What stands in the envelope of a body, such as `poll` in `{ poll: { … } }`, and beside it. */
export function unwrap(
  input: unknown,
  envelope: string,
): {
  readonly inside: unknown;
  readonly beside: Readonly<Record<string, unknown>>;
  readonly errors: FieldErrors;
} {
  if (!isObject(input)) {
    return { inside: {}, beside: {}, errors: singleError("base", "must be an object") };
  }
  const { [envelope]: inside, ...beside } = input;
  if (isObject(inside)) return { inside, beside, errors: {} };
  const sentence = inside === undefined ? "is required" : "must be an object";
  return { inside: {}, beside, errors: singleError(envelope, sentence) };
}

/** One sentence about one attribute; safe for any key a client sends. */
export const singleError = (key: string, sentence: string): FieldErrors =>
  Object.fromEntries([[key, [sentence]]]);

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
