import type { z } from "zod";
import type { ProblemSentence } from "../refusals/field-problems";
import { type FieldErrors, Invalid, moreProblems } from "../refusals/refusal";
import { BODY_NOT_OBJECT } from "./issue-sentences";
import {
  createProblemList,
  fieldErrors,
  overfullProblem,
  parseWhole,
  type Reading,
  shortened,
} from "./read-body";

/** The valid fields of an object, and the errors of the others. */
export interface FieldsRead<Shape extends z.core.$ZodLooseShape> {
  /** Only fields that were given and are valid. */
  readonly values: { readonly [Name in keyof Shape]?: z.output<Shape[Name]> };
  readonly errors: FieldErrors;
}

/**
 * Reads each given field by itself, so that checks across fields can run on the valid ones. A key that the shape lacks
 * is an error.
 */
export function readFields<Shape extends Readonly<Record<string, z.ZodType>>>(
  shape: Shape,
  input: unknown,
): FieldsRead<Shape> {
  if (!isObject(input)) return { values: {}, errors: { base: ["must be an object"] } };
  const values: Record<string, unknown> = {};
  const problems = createProblemList();
  for (const [name, value] of Object.entries(input)) {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (field === undefined) {
      problems.addFound(() => [shortened(name), "is not a known field"]);
      continue;
    }
    if (value === undefined) continue;
    const parsed = parseWhole(field, value);
    if (parsed.ok) values[name] = parsed.value;
    else {
      const issues = parsed.issues.map((issue) => ({ ...issue, path: [name, ...issue.path] }));
      problems.merge(fieldErrors(issues as z.core.$ZodIssue[], input));
    }
  }
  return { values: values as FieldsRead<Shape>["values"], errors: problems.errors() };
}

/** The object in the envelope of a body. */
export const insideOf = (input: unknown, envelope: string): Readonly<Record<string, unknown>> => {
  const inside = isObject(input) ? input[envelope] : undefined;
  return isObject(inside) ? inside : {};
};

/**
 * The object in the envelope of a body, such as `poll` in `{ poll: { … } }`, and the keys beside it. Throws `Invalid` if
 * a list or an object has very many entries.
 */
export function unwrap(
  input: unknown,
  envelope: string,
): {
  readonly inside: unknown;
  readonly beside: Readonly<Record<string, unknown>>;
  readonly errors: FieldErrors;
} {
  const overfull = overfullProblem(input);
  if (overfull !== undefined) throw new Invalid(overfull);
  if (!isObject(input)) {
    return { inside: {}, beside: {}, errors: singleError("base", BODY_NOT_OBJECT) };
  }
  const { [envelope]: inside, ...beside } = input;
  if (isObject(inside)) return { inside, beside, errors: {} };
  const sentence = inside === undefined ? "is required" : "must be an object";
  return { inside: {}, beside, errors: singleError(envelope, sentence) };
}

/** A failed reading with an error of one field. */
export const invalid = (key: string, sentence: ProblemSentence) =>
  ({ ok: false, errors: singleError(key, sentence) }) as const;

/** A field error with one sentence; safe for any key that a client sends. */
export const singleError = (key: string, sentence: ProblemSentence): FieldErrors =>
  Object.fromEntries([[key, [sentence]]]);

/** The same error if something is wrong, or else none. */
export const errorIf = (isWrong: boolean, key: string, sentence: ProblemSentence): FieldErrors =>
  isWrong ? singleError(key, sentence) : {};

/** The errors of a reading, if it is refused. */
export const errorsOf = (reading: Reading<unknown> | undefined): FieldErrors =>
  reading?.ok === false ? reading.errors : {};

/** A change of some fields: absent ones stay, and null clears one that may be undefined. */
export type Changes<Fields> = {
  readonly [Name in keyof Fields]?: undefined extends Fields[Name]
    ? Exclude<Fields[Name], undefined> | null
    : Fields[Name];
};

/** The fields that are given: those that are not undefined. */
export const givenOf = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The errors of a part of a body, with the path of the part before each key. */
export const errorsAt = (path: string, errors: FieldErrors): FieldErrors => ({
  ...Object.fromEntries(
    Object.entries(errors).map(([key, sentences]) => [
      key === "base" ? path : `${path}.${key}`,
      sentences,
    ]),
  ),
  ...(errors[moreProblems] !== undefined && { [moreProblems]: errors[moreProblems] }),
});

/** An acceptance that a body can give in several places: it must accept in each of them. Undefined: given in none. */
export function acceptanceIn(
  ...places: readonly (boolean | 0 | 1 | undefined)[]
): boolean | undefined {
  const acceptances = places.filter((each) => each !== undefined);
  return acceptances.length === 0 ? undefined : acceptances.every(Boolean);
}
