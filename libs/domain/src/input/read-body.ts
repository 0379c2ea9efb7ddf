import type { z } from "zod";
import type { ProblemSentence } from "../refusals/field-problems";
import { type FieldErrors, Invalid, moreProblems } from "../refusals/refusal";
import { sentenceOf } from "./issue-sentences";

/** The parsed value, or the field errors. */
export type Reading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly errors: FieldErrors };

/** The value of a reading. Throws `Invalid` with the problems of a refused one. */
export function accepted<Value>(reading: Reading<Value>): Value {
  if (!reading.ok) throw new Invalid(reading.errors);
  return reading.value;
}

const ENVELOPES: ReadonlySet<PropertyKey> = new Set([
  "poll",
  "cover",
  "option",
  "series",
  "voter",
  "vote",
  "comment",
  "account",
  "connected_account",
  "organization",
  "member",
  "token",
  "passkey",
  "webhook",
  "refund",
]);

/**
 * Parses a body with a schema. Reports the problems at once. The key of an error is the attribute
 * without the envelope, a path inside objects, or `base` (docs/reference/errors.md#field-errors).
 */
export function readBody<Value>(schema: z.ZodType<Value>, input: unknown): Reading<Value> {
  const overfull = overfullProblem(input);
  if (overfull !== undefined) return { ok: false, errors: overfull };
  const parsed = parseWhole(schema, input);
  if (parsed.ok) return parsed;
  return { ok: false, errors: fieldErrors(parsed.issues, input) };
}

/** The problem of a body with a list or an object of very many entries, each of which takes time in every check. */
export function overfullProblem(body: unknown): FieldErrors | undefined {
  const path = pathOfFirst(body, isOverfull);
  return path && { [keyOf(path)]: [`must have at most ${ENTRIES_MAX} entries`] };
}

type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: readonly z.core.$ZodIssue[] };

/** Parses with a schema and rejects keys named `__proto__`, which zod would drop silently. */
export function parseWhole<Value>(schema: z.ZodType<Value>, input: unknown): Parsed<Value> {
  const parsed = schema.safeParse(input);
  const isUsual = pathOfFirst(input, hasProto) === undefined;
  if (parsed.success && isUsual) return { ok: true, value: parsed.data };
  const known = parsed.success ? [] : parsed.error.issues;
  const dropped = pathsOfProto(input)
    .filter((path) => !(parsed.success && Object.hasOwn(objectAt(parsed.data, path), PROTO)))
    .filter((path) => !known.some((issue) => isUnknownKey(issue, path)))
    .map((path) => ({
      ...({ code: "custom", input: undefined, message: "cannot be stored" } as const),
      path: [...path, PROTO],
    }));
  if (parsed.success && dropped.length === 0) return { ok: true, value: parsed.data };
  return { ok: false, issues: [...known, ...dropped] };
}

/** Entries of one list or object. No field takes more (docs/reference/requests.md#field-rules). */
const ENTRIES_MAX = 10_000;

const isOverfull = (value: object): boolean =>
  (Array.isArray(value) ? value.length : Object.keys(value).length) > ENTRIES_MAX;

const PROTO = "__proto__";

const hasProto = (value: object): boolean => Object.hasOwn(value, PROTO);

/** The path of the first list or object in a parsed JSON text that passes a test. */
function pathOfFirst(
  value: unknown,
  passes: (value: object) => boolean,
): readonly PropertyKey[] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (passes(value)) return [];
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      const path = pathOfFirst(value[at], passes);
      if (path !== undefined) return [at, ...path];
    }
    return undefined;
  }
  for (const key in value) {
    const path = pathOfFirst((value as Readonly<Record<string, unknown>>)[key], passes);
    if (path !== undefined) return [key, ...path];
  }
  return undefined;
}

/** The paths of the first objects in a parsed JSON text that have a key `__proto__`. */
function pathsOfProto(input: unknown): readonly (readonly PropertyKey[])[] {
  const paths: (readonly PropertyKey[])[] = [];
  const search = (value: unknown, path: readonly PropertyKey[]): void => {
    if (pathOfFirst(value, hasProto) === undefined) return;
    if (hasProto(value as object)) paths.push(path);
    for (const [key, inner] of Object.entries(value as object)) {
      if (paths.length > PROBLEMS_MAX) return;
      if (key !== PROTO) search(inner, [...path, key]);
    }
  };
  search(input, []);
  return paths;
}

const objectAt = (output: unknown, path: readonly PropertyKey[]): object =>
  Object(valueAt(output, path)) as object;

const isUnknownKey = (issue: z.core.$ZodIssue, path: readonly PropertyKey[]): boolean =>
  issue.code === "unrecognized_keys" &&
  issue.keys.includes(PROTO) &&
  issue.path.map(String).join(".") === path.map(String).join(".");

/** A refusal lists this many problems (docs/reference/errors.md#field-errors). */
export const PROBLEMS_MAX = 50;

/** Lists the first problems of a request, and counts the others. */
export interface ProblemList {
  readonly add: (key: string, sentence: ProblemSentence) => void;
  /** Adds what `find` returns. If no more problems are listed, only counts it, because finding takes time. */
  readonly addFound: (find: () => readonly [key: string, sentence: ProblemSentence]) => void;
  readonly merge: (errors: FieldErrors) => void;
  readonly errors: () => FieldErrors;
}

export function createProblemList(max = PROBLEMS_MAX): ProblemList {
  const listed = new Map<string, ProblemSentence[]>();
  let left = max;
  let more = 0;
  const add = (key: string, sentence: ProblemSentence) => {
    const sentences = listed.get(key) ?? [];
    if (sentences.includes(sentence)) return;
    if (left === 0) {
      more++;
      return;
    }
    left--;
    sentences.push(sentence);
    listed.set(key, sentences);
  };
  return {
    add,
    addFound(find) {
      if (left === 0) more++;
      else add(...find());
    },
    merge(errors) {
      for (const [key, sentences] of Object.entries(errors)) {
        for (const sentence of sentences) add(key, sentence);
      }
      more += errors[moreProblems] ?? 0;
    },
    errors: () => ({ ...Object.fromEntries(listed), ...(more > 0 && { [moreProblems]: more }) }),
  };
}

/** Limits the problems of a response that has several refusals: 50 in all. Each refusal counts its others. */
export function createProblemLimit(): (errors: FieldErrors) => FieldErrors {
  let left = PROBLEMS_MAX;
  return (errors) => {
    const problems = createProblemList(left);
    problems.merge(errors);
    const listed = problems.errors();
    left -= Object.values(listed).flat().length;
    return listed;
  };
}

/** Converts issues of zod to field errors. `input` distinguishes missing values from wrong ones. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[], input: unknown): FieldErrors {
  const problems = createProblemList();
  const misplaced = misplacedFields(issues, input);
  for (const issue of issues) {
    if (isRepeatedBound(issue, issues)) continue;
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) {
        problems.addFound(() => [
          keyOf([...issue.path, key]),
          misplaced.get(key) ?? "is not a known field",
        ]);
      }
    } else if (issue.path.length !== 1 || !misplaced.has(String(issue.path[0]))) {
      problems.addFound(() => [keyOf(issue.path), sentenceOf(issue, valueAt(input, issue.path))]);
    }
  }
  return problems.errors();
}

/** Fields that are missing beside the envelope because they are inside it, with their sentences. */
function misplacedFields(
  issues: readonly z.core.$ZodIssue[],
  input: unknown,
): ReadonlyMap<string, ProblemSentence> {
  const missing = new Set(
    issues
      .filter(({ path }) => path.length === 1 && valueAt(input, path) === undefined)
      .map(({ path }) => String(path[0])),
  );
  return new Map(
    issues.flatMap((issue) => {
      const [envelope, ...deeper] = issue.path;
      if (issue.code !== "unrecognized_keys" || envelope === undefined) return [];
      if (deeper.length > 0 || !ENVELOPES.has(envelope)) return [];
      return issue.keys
        .filter((key) => missing.has(key))
        .map((key) => [key, `must be sent beside \`${String(envelope)}\`, not inside it`] as const);
    }),
  );
}

/** Merges field errors. Repeated sentences are kept once. */
export function mergeErrors(...parts: readonly FieldErrors[]): FieldErrors {
  const problems = createProblemList();
  for (const part of parts) problems.merge(part);
  return problems.errors();
}

export const hasErrors = (errors: FieldErrors): boolean => Object.keys(errors).length > 0;

function keyOf(path: readonly PropertyKey[]): string {
  const [first, ...rest] = path;
  const inside = rest.length > 0 && first !== undefined && ENVELOPES.has(first) ? rest : path;
  return inside.length === 0 ? "base" : shortened(inside.map(String).join("."));
}

const KEY_MAX_LENGTH = 200;

/** A key of an error. Clients may send keys as long as a body. */
export const shortened = (key: string): string =>
  key.length > KEY_MAX_LENGTH ? `${key.slice(0, KEY_MAX_LENGTH)}…` : key;

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** The bound of safe integers, of a value that is outside of the bound of its field too. */
const isRepeatedBound = (issue: z.core.$ZodIssue, issues: readonly z.core.$ZodIssue[]): boolean => {
  if (issue.code !== "too_big" && issue.code !== "too_small") return false;
  const bound = issue.code === "too_big" ? issue.maximum : issue.minimum;
  if (Math.abs(Number(bound)) !== Number.MAX_SAFE_INTEGER) return false;
  const path = issue.path.join(".");
  return issues.some(
    (other) => other !== issue && other.code === issue.code && other.path.join(".") === path,
  );
};
