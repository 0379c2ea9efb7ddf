import type { z } from "zod";
import { Problem } from "../replies/problem";
import { parseJson } from "./parse-json";

type AnySchema = z.core.$ZodType;

/** The parts of a zod definition that are used here. Each kind of schema has some of them. */
interface SchemaDefinition {
  readonly type: string;
  readonly innerType?: AnySchema;
  readonly in?: AnySchema;
  readonly out?: AnySchema;
  readonly getter?: () => AnySchema;
  readonly options?: readonly AnySchema[];
  readonly shape?: Readonly<Record<string, AnySchema>>;
  readonly element?: AnySchema;
  readonly valueType?: AnySchema;
  readonly values?: readonly unknown[];
}

const definitionOf = (schema: AnySchema) => schema._zod.def as unknown as SchemaDefinition;

/**
 * Converts the strings of a form to the types of the schema's fields
 * (docs/reference/requests.md#forms). A string that cannot be converted stays a string, and the
 * schema refuses it. Written by hand, because `z.coerce` converts "false" to true. `flagOf` reads booleans.
 */
export function convertStrings(schema: AnySchema, value: unknown, flagOf = booleanOf): unknown {
  const kinds = unwrap(schema);
  if (typeof value === "string") return convertText(kinds, value, flagOf);
  if (Array.isArray(value)) {
    const element = kinds.find(({ type }) => type === "array")?.element;
    return element === undefined
      ? value
      : value.map((each) => convertStrings(element, each, flagOf));
  }
  if (typeof value !== "object" || value === null) return value;
  const object = kinds.find(({ type }) => type === "object" || type === "record");
  if (object === undefined) return value;
  const converted = {};
  for (const [key, inner] of Object.entries(value)) {
    const field =
      object.type === "record"
        ? object.valueType
        : Object.hasOwn(object.shape ?? {}, key)
          ? object.shape?.[key]
          : undefined;
    Object.defineProperty(converted, key, {
      value: field === undefined ? inner : convertStrings(field, inner, flagOf),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return converted;
}

/** The types that a schema accepts. Wrappers such as `optional` are removed. */
function unwrap(schema: AnySchema): readonly SchemaDefinition[] {
  const definition = definitionOf(schema);
  const { innerType, getter, options } = definition;
  if (innerType !== undefined)
    return [...unwrap(innerType), ...(definition.type === "nullable" ? [NULL] : [])];
  if (getter !== undefined) return unwrap(getter());
  if (options !== undefined) return options.flatMap(unwrap);
  if (definition.type === "pipe" && definition.in !== undefined) {
    const input = definitionOf(definition.in).type === "transform" ? definition.out : definition.in;
    return input === undefined ? [definition] : unwrap(input);
  }
  return [definition];
}

const NULL: SchemaDefinition = { type: "null" };

const BOOLEANS: Readonly<Record<string, boolean>> = {
  true: true,
  false: false,
  "1": true,
  "0": false,
};

/** The boolean that a text of a form or query means. Undefined for other texts. */
export function booleanOf(text: string): boolean | undefined {
  return Object.hasOwn(BOOLEANS, text) ? BOOLEANS[text] : undefined;
}

const readers: Readonly<Record<string, (text: string, definition: SchemaDefinition) => unknown>> = {
  number: readNumber,
  int: readNumber,
  literal: (text, { values = [] }) => values.find((each) => String(each) === text),
  object: readJson,
  record: readJson,
};

function convertText(
  kinds: readonly SchemaDefinition[],
  text: string,
  flagOf: typeof booleanOf,
): unknown {
  const trimmed = text.trim();
  if (kinds.some(({ type }) => type === "string" || type === "enum")) return text;
  // A list with one entry may be sent without brackets.
  const list = kinds.find(({ type }) => type === "array");
  if (list?.element !== undefined)
    return trimmed === "" ? [] : [convertStrings(list.element, text, flagOf)];
  if (trimmed === "" && kinds.includes(NULL)) return null;
  for (const definition of kinds) {
    const { type } = definition;
    const value = type === "boolean" ? flagOf(trimmed) : readers[type]?.(trimmed, definition);
    if (value !== undefined) return value;
  }
  return text;
}

function readNumber(text: string): number | undefined {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/** A structured field (`data` of a location) may be sent as JSON in one field. */
function readJson(text: string): unknown {
  if (!text.startsWith("{")) return undefined;
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof Problem) throw error;
    return undefined;
  }
}
