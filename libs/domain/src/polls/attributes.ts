import { z } from "zod";
import {
  absentOrNull,
  cutAbove,
  entry,
  flag,
  jsonObject,
  lengths,
  listOf,
  text,
} from "../input/fields";
import { hasErrors, mergeErrors, type Reading } from "../input/read-body";
import {
  errorIf,
  errorsAt,
  invalid,
  isObject,
  readFields,
  singleError,
} from "../input/read-fields";
import { hasRepeats } from "../input/texts";
import type { FieldErrors } from "../refusals/refusal";

/** Types of additional attributes: the input types without `file` and `location`. */
export const attributeTypes = [
  "text",
  "textarea",
  "email",
  "url",
  "select",
  "radio",
  "multi_select",
  "checkbox",
  "number",
  "number_float",
  "date",
  "datetime",
] as const;
export type AttributeType = (typeof attributeTypes)[number];

/** Values of `input_type` (docs/reference/options.md#inputs). */
export const inputTypes = [...attributeTypes, "file", "location"] as const;
export type InputType = (typeof inputTypes)[number];

interface InputTraits {
  /** Whether answers come from a fixed set or are numbers. Other answers may reveal their author. */
  readonly closed: boolean;
  /** Whether it has `allowed_values`. */
  readonly choices: "none" | "optional" | "required";
  /** Whether an answer is a list of choices. */
  readonly several: boolean;
}

const open = { closed: false, choices: "none", several: false } as const;
const choice = { closed: true, choices: "required", several: false } as const;

const traits: Readonly<Record<InputType, InputTraits>> = {
  text: open,
  textarea: open,
  email: open,
  url: open,
  select: choice,
  radio: choice,
  multi_select: { ...choice, several: true },
  checkbox: { ...choice, choices: "optional", several: true },
  number: { ...open, closed: true },
  number_float: { ...open, closed: true },
  date: open,
  datetime: open,
  file: open,
  location: open,
};

const traitsOf = (type: string | undefined): InputTraits | undefined =>
  traits[(type ?? defaultInputType) as InputType];

/** Whether an input of the type is a closed question (docs/reference/results.md#distributions). */
export const isClosedQuestion = (inputType: string | undefined): boolean =>
  traitsOf(inputType)?.closed === true;

export const defaultInputType = "text" satisfies InputType;

export interface AttributeDefinition {
  readonly title: string;
  readonly type: AttributeType;
  readonly required: boolean;
  readonly allowed_values: readonly string[];
  /** Set when it was removed from the poll. It stays for exports, and so that its id is not reused. */
  readonly removed?: true;
}

/** Definitions by integer id. An attribute keeps its id in updates. */
export type AttributeDefinitions = Readonly<Record<string, AttributeDefinition>>;

const DEFINITIONS_MAX = 100;
/** Definitions that a poll keeps, removed ones included. */
const KEPT_MAX = 1_000;
/** Allowed values of all definitions together, because each request reads them. A poll that has more may keep them. */
const VALUES_MAX = 5_000;

/** Whether answers of the type can only be chosen from `allowed_values`. */
export const choosesOnly = (type: string | undefined): boolean =>
  traitsOf(type)?.choices === "required";

/** Whether an answer of the type is a list of values. For a checkbox without values it is not. */
export const choosesSeveral = (type: string | undefined): boolean =>
  traitsOf(type)?.several === true;

const definitionShape = {
  id: absentOrNull(z.int().min(1).max(1_000_000)),
  title: text(lengths.short),
  type: z.enum(attributeTypes).nullable(),
  required: flag,
  allowed_values: listOf(entry()),
};

/** Definitions in a request body: a list, or the object of a response. */
export const attributesField = z
  .preprocess(cutAbove(), z.union([z.array(z.record(z.string(), z.unknown())), jsonObject]))
  .nullable();

/** The definitions that are not removed, by id. */
export const currentAttributes = (definitions: AttributeDefinitions): AttributeDefinitions =>
  Object.fromEntries(Object.entries(definitions).filter(([, { removed }]) => removed !== true));

/** Ids of required attributes. Undefined when the poll defines no attributes. */
export function requiredAttributeIds(
  definitions: AttributeDefinitions,
): readonly number[] | undefined {
  const current = Object.entries(currentAttributes(definitions));
  if (current.length === 0) return undefined;
  return current.filter(([, { required }]) => required).map(([id]) => Number(id));
}

interface GivenDefinition {
  readonly id: number | undefined;
  readonly definition: AttributeDefinition;
}

/**
 * Parses definitions that replace those in `before` (docs/reference/polls.md#additional-attributes). An entry without
 * an id keeps that of the same title and type, or gets a new one. Missing ones are removed.
 */
export function readAttributeDefinitions(
  name: "additional_attributes" | "additional_option_attributes",
  input: unknown,
  before: AttributeDefinitions,
): Reading<AttributeDefinitions> {
  const rows = rowsOf(input);
  if (rows.length > DEFINITIONS_MAX) {
    return invalid(name, `must have at most ${DEFINITIONS_MAX} entries`);
  }
  const mostValues = Math.max(VALUES_MAX, valuesOf(Object.values(before)));
  if (valuesOf(rows.map(([, row]) => row)) > mostValues) {
    return invalid(`${name}.allowed_values`, `must have at most ${mostValues} entries`);
  }
  const problems: FieldErrors[] = [];
  const definitionList: GivenDefinition[] = [];
  for (const [key, row] of rows) {
    const read = readDefinition(row, before);
    if (read.ok) definitionList.push(read.value);
    else problems.push(errorsAt(`${name}.${key}`, read.errors));
  }
  const ids = definitionList.flatMap(({ id }) => (id === undefined ? [] : [id]));
  if (new Set(ids).size < ids.length) problems.push(singleError(name, "contains an id twice"));
  if (problems.length > 0) return { ok: false, errors: mergeErrors(...problems) };
  const after = assignIds(definitionList, before);
  const mostKept = Math.max(KEPT_MAX, Object.keys(before).length);
  if (Object.keys(after).length > mostKept)
    return invalid(name, `must have at most ${mostKept} entries`);
  return { ok: true, value: after };
}

const valuesOf = (rows: readonly unknown[]): number =>
  rows.reduce<number>((sum, row) => {
    const values = isObject(row) ? row.allowed_values : undefined;
    return sum + (Array.isArray(values) ? values.length : 0);
  }, 0);

function assignIds(
  definitions: readonly GivenDefinition[],
  before: AttributeDefinitions,
): AttributeDefinitions {
  const taken = new Set(definitions.flatMap(({ id }) => (id === undefined ? [] : [String(id)])));
  let last = Math.max(0, ...Object.keys(before).map(Number), ...[...taken].map(Number));
  const after: Record<string, AttributeDefinition> = {};
  for (const { id, definition } of definitions) {
    const known = Object.entries(before).find(
      ([knownId, { title, type, removed }]) =>
        !taken.has(knownId) &&
        removed !== true &&
        title === definition.title &&
        type === definition.type,
    )?.[0];
    const key = id === undefined ? (known ?? String(++last)) : String(id);
    taken.add(key);
    after[key] = definition;
  }
  for (const [id, definition] of Object.entries(before)) {
    if (after[id] === undefined) after[id] = { ...definition, allowed_values: [], removed: true };
  }
  return after;
}

/** Entries with their keys for errors: the index in a list, or the id in an object. */
function rowsOf(input: unknown): readonly (readonly [string, unknown])[] {
  if (Array.isArray(input)) return input.map((row, at) => [String(at), row]);
  if (!isObject(input)) return [];
  return Object.entries(input).map(([id, row]) => [
    id,
    isObject(row) ? { ...row, id: Number(id) } : row,
  ]);
}

function readDefinition(row: unknown, before: AttributeDefinitions): Reading<GivenDefinition> {
  const { values, errors } = readFields(definitionShape, row);
  const { id, title, type: givenType, required, allowed_values: allowed } = values;
  const type = givenType ?? defaultInputType;
  const choices = allowed ?? [];
  const lacksTitle = !title && errors.title === undefined && errors.base === undefined;
  const lacksValues = choosesOnly(type) && choices.length === 0 && !errors.allowed_values;
  const isStrange = traits[type].choices === "none" && choices.length > 0;
  const isTwice = hasRepeats(choices);
  const known = id === undefined ? undefined : before[id];
  // The answers to a removed attribute stay in exports under its id.
  const isOther = known?.removed === true && (known.title !== title || known.type !== type);
  const all = mergeErrors(
    errors,
    errorIf(lacksTitle, "title", "is required"),
    errorIf(lacksValues, "allowed_values", "is required"),
    errorIf(isStrange, "allowed_values", `is not for attributes of type ${type}`),
    errorIf(isTwice, "allowed_values", "contains a value twice"),
    errorIf(isOther, "id", "is reserved"),
  );
  if (hasErrors(all)) return { ok: false, errors: all };
  const definition = {
    title: title ?? "",
    type,
    required: required ?? false,
    allowed_values: choices,
  };
  return { ok: true, value: { id, definition } };
}
