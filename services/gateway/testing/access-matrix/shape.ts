import type { TestResponse } from "@polls/testing";

/**
 * A body without its values: the names of its fields, with `=null` for null. A list has one shape
 * for each entry.
 */
export type Shape =
  | readonly string[]
  | { readonly list: Readonly<Record<string, readonly string[]>> };

/** Status and shape as one text, so that tables of responses are easy to compare and to read. */
export function describeAnswer(status: number, shape: Shape | undefined): string {
  if (shape === undefined) return String(status);
  if (Array.isArray(shape)) return `${status} ${[...shape].sort().join(" ")}`.trim();
  const { list } = shape as Extract<Shape, { readonly list: unknown }>;
  const entries = Object.entries(list).map(([name, fields]) => `${name}: ${sorted(fields)}`);
  return [`${status} list`, ...entries.sort()].join("\n");
}

const sorted = (fields: readonly string[]): string => [...fields].sort().join(" ");

/** The shape of a response. Ids are replaced by the names of the objects in the fixture. */
export function shapeOf(response: TestResponse, names: ReadonlyMap<string, string>): Shape {
  const { body } = response;
  if (!Array.isArray(body)) return fieldsOf(body);
  const named = body.map((item, at) => [names.get(item.id) ?? `unnamed ${at}`, fieldsOf(item)]);
  return { list: Object.fromEntries(named) };
}

const fieldsOf = (body: object | undefined): string[] =>
  Object.entries(body ?? {}).map(([name, value]) => (value === null ? `${name}=null` : name));
