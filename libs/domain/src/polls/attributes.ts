import { z } from "zod";
import { entry, flag, jsonObject, lengths, listOf, text } from "../input/fields";
import { mergeErrors, type Reading } from "../input/read-body";
import { isObject, readFields, singleError } from "../input/read-fields";
import type { FieldErrors } from "../refusals/refusal";

/** Kinds of answers to an additional attribute: the input types of S2.2 but `file` (decisions 3). */
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

/** S2.2, `input_type`: what an input option asks for. */
export const inputTypes = [...attributeTypes, "file"] as const;
export type InputType = (typeof inputTypes)[number];

export interface AttributeDefinition {
  readonly title: string;
  readonly type: AttributeType;
  readonly required: boolean;
  readonly allowed_values: readonly string[];
  /** Not asked for any more; kept so that answers keep their title in exports and the id is not used again. */
  readonly removed?: true;
}

/** By integer id; an id stays with its attribute over updates. */
export type AttributeDefinitions = Readonly<Record<string, AttributeDefinition>>;

const DEFINITIONS_MAX = 100;
const choosing: ReadonlySet<AttributeType> = new Set(["select", "radio", "multi_select"]);
const mayChoose: ReadonlySet<AttributeType> = new Set([...choosing, "checkbox"]);

const definitionShape = {
  id: z.int().min(1).max(1_000_000),
  title: text(lengths.short),
  type: z.enum(attributeTypes).nullable(),
  required: flag,
  allowed_values: listOf(entry()),
};

/** How a body may write the definitions: a list, or the object as it is read. */
export const attributesField = z
  .union([z.array(z.record(z.string(), z.unknown())), jsonObject])
  .nullable();

/** What the poll asks for now, by id. */
export const currentAttributes = (definitions: AttributeDefinitions): AttributeDefinitions =>
  Object.fromEntries(Object.entries(definitions).filter(([, { removed }]) => removed !== true));

/** Ids of current attributes that must be answered; undefined where the poll defines none. */
export function requiredAttributeIds(
  definitions: AttributeDefinitions,
): readonly number[] | undefined {
  const current = Object.entries(currentAttributes(definitions));
  if (current.length === 0) return undefined;
  return current.filter(([, { required }]) => required).map(([id]) => Number(id));
}

interface Given {
  readonly id: number | undefined;
  readonly definition: AttributeDefinition;
}

/**
 * Reads definitions that replace `before` whole (decisions 3). An entry without id takes the one of
 * the same title and type, else the next that was never used; what is not named is removed.
 */
export function readAttributeDefinitions(
  name: "additional_attributes" | "additional_option_attributes",
  input: unknown,
  before: AttributeDefinitions,
): Reading<AttributeDefinitions> {
  const rows = rowsOf(input);
  if (rows.length > DEFINITIONS_MAX) {
    return wrong(singleError(name, `must have at most ${DEFINITIONS_MAX} entries`));
  }
  const problems: FieldErrors[] = [];
  const given: Given[] = [];
  for (const [key, row] of rows) {
    const read = readDefinition(row);
    if (read.ok) given.push(read.value);
    else problems.push(prefixed(`${name}.${key}`, read.errors));
  }
  const ids = given.flatMap(({ id }) => (id === undefined ? [] : [id]));
  if (new Set(ids).size < ids.length) problems.push(singleError(name, "names an id twice"));
  if (problems.length > 0) return wrong(mergeErrors(...problems));
  return { ok: true, value: assignIds(given, before) };
}

function assignIds(given: readonly Given[], before: AttributeDefinitions): AttributeDefinitions {
  const taken = new Set(given.flatMap(({ id }) => (id === undefined ? [] : [String(id)])));
  let last = Math.max(0, ...Object.keys(before).map(Number), ...[...taken].map(Number));
  const after: Record<string, AttributeDefinition> = {};
  for (const { id, definition } of given) {
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
    if (after[id] === undefined) after[id] = { ...definition, removed: true };
  }
  return after;
}

/** Entries with what names them in errors: the place in a list, the id in an object. */
function rowsOf(input: unknown): readonly (readonly [string, unknown])[] {
  if (Array.isArray(input)) return input.map((row, at) => [String(at), row]);
  if (!isObject(input)) return [];
  return Object.entries(input).map(([id, row]) => [
    id,
    isObject(row) ? { ...row, id: Number(id) } : row,
  ]);
}

function readDefinition(row: unknown): Reading<Given> {
  const { values, errors } = readFields(definitionShape, row);
  const { id, title, type: givenType, required, allowed_values: allowed } = values;
  const type = givenType ?? "text";
  const problems: FieldErrors[] = [errors];
  if (!title && errors.title === undefined && errors.base === undefined) {
    problems.push(singleError("title", "is required"));
  }
  const choices = allowed ?? [];
  if (choosing.has(type) && choices.length === 0 && errors.allowed_values === undefined) {
    problems.push(singleError("allowed_values", "is required"));
  }
  if (!mayChoose.has(type) && choices.length > 0) {
    problems.push(singleError("allowed_values", `is not for attributes of type ${type}`));
  }
  if (new Set(choices).size < choices.length) {
    problems.push(singleError("allowed_values", "names a value twice"));
  }
  const all = mergeErrors(...problems);
  if (Object.keys(all).length > 0) return wrong(all);
  const definition = {
    title: title ?? "",
    type,
    required: required ?? false,
    allowed_values: choices,
  };
  return { ok: true, value: { id, definition } };
}

const wrong = (errors: FieldErrors) => ({ ok: false, errors }) as const;

const prefixed = (prefix: string, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([key, sentences]) => [
      key === "base" ? prefix : `${prefix}.${key}`,
      sentences,
    ]),
  );
